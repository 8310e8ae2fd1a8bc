/* { dg-options "-O2 -fplugin-arg-algoprof-target=*" } */
/* A walk is counted in each iteration where all loops are targets, and copied where it is marked. */
struct node { struct node *next; long value; };

__attribute__((noinline)) long sum (const struct node *n)
{
  long s = 0;
  for (; n; n = n->next)
    s += n->value;
  return s;
}

/* { dg-skip-if "nothing is unrolled" { *-*-* } { "-O0" } { "" } } */
/* { dg-final { scan-assembler-not "addq.*[$]16, %fs" } } */
