/* A version of a symbol, of a library, is an alias whose name is none to the assembler but in .symver. */
/* { dg-options "-fPIC -fplugin-arg-algoprof-contexts -fplugin-arg-algoprof-target=*" } */
/* { dg-final { scan-assembler-not "@V[12]\\.context" } } */
__attribute__ ((symver ("sum@V1"))) int
sum_old (const int *v, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}

__attribute__ ((symver ("sum@@V2"))) int
sum_new (const int *v, int n)
{
  return n ? sum_old (v, n) : -1;
}
