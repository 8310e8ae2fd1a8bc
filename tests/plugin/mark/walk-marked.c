/* { dg-options "-O2" } */
/* A marked walk stays one loop: its body is not copied to be counted once in many iterations. */
struct node { struct node *next; long value; };

__attribute__((noinline)) long sum (const struct node *n)
{
  long s = 0;
#pragma algoprof loop
  for (; n; n = n->next)
    s += n->value;
  return s;
}

/* { dg-final { scan-assembler-not "add.*[$]16, %fs" } } */
