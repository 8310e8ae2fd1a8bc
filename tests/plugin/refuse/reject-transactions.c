/* No asm statement may be in a transaction: with -fgnu-tm the file compiles as without the plugin. */
/* { dg-options "-fgnu-tm -fplugin-arg-algoprof-target=*" } */
/* { dg-additional-options "-fplugin-arg-algoprof-inhouse" } */
/* { dg-warning "nothing is profiled in this file: it is compiled with '-fgnu-tm'" "" { target *-*-* } 0 } */
int total;

__attribute__ ((transaction_safe)) static int
sum (const int *v, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}

void
add (const int *v, int n)
{
  __transaction_atomic
  {
    for (int i = 0; i < n; i++)
      total += sum (v, i);
  }
}
