/* An asm statement that names a place is not copied: the assembler would refuse the second. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-target=* -fplugin-arg-algoprof-target=marked -fplugin-arg-algoprof-target=recursive:recursion" } */
extern int counted[], called[], come[];

/* Its loop could be traced without it. */
__attribute__ ((noinline, noclone)) static int
marked (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)   /* { dg-warning "names a place in an asm statement" } */
    {
      s += i;
      __asm__ volatile ("jmp 1f; .balign 4; .globl counted; counted: .long 3\n1:");
    }
  return s;
}

__attribute__ ((noinline)) int
callee (int n)
{
  __asm__ volatile (".pushsection .data\n\t.globl called\ncalled : .long 4\n\t.popsection");
  return n + called[0];
}

__attribute__ ((noinline)) int
recursive (int n)               /* { dg-warning "names a place in an asm statement" } */
{
  if (n <= 0)
    return come[0];
  __asm__ volatile (".pushsection .data\n\t.globl come\n\tcome: .long 5\n\t.popsection");
  return 1 + recursive (n - 1) + recursive (n - 2);
}

extern int alike (void);

int
one (void)
{
  return 1;
}

/* A weak symbol that is used has one value. */
__attribute__ ((noinline)) int
weak (int n)
{
  __asm__ volatile (".weak alike\n\t.set alike, one");
  return n + alike ();
}

/* These may come again. */
__attribute__ ((noinline)) int
again (int n)
{
  for (int i = 0; i < 3; i++)
    __asm__ volatile ("jmp 1f\n1: jmp .Lunique%=\n.Lunique%=: nop\n\t.ifndef once_more\nonce_more:\n\t.endif\n\t.set number, 3" : "+r" (n));
  return n;
}

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 5; i++)
    s += callee (i) + weak (i) + again (i);
  return s + marked (1) + recursive (2) + counted[0] == 55 + 0 + 17 + 3 ? 0 : 1;
}
