/* { dg-options "-O2" } */
/* A marked walk is counted once in 16 iterations. */
struct node { struct node *next; long value; };

__attribute__((noinline)) long sum (const struct node *n)
{
  long s = 0;
#pragma algoprof loop
  for (; n; n = n->next)
    s += n->value;
  return s;
}

/* { dg-skip-if "nothing is unrolled" { *-*-* } { "-O0" } { "" } } */
/* { dg-final { scan-assembler "addq.*[$]16, %fs" } } */
