/* A function in assembly may free what its caller took by alloca, and return there with another stack pointer, as libffi's
   ffi_call_unix64 does: nothing may lie on the stack between the two. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-contexts" } */
/* { dg-output "14949" } */
#include <alloca.h>
#include <stdio.h>
#include <string.h>

/* words: what the caller took.  The word that is 48 bytes behind its begin gets the place to return to. */
extern int add_and_free (int *words);

__asm__ (".text\n"
         ".globl add_and_free\n"
         ".type add_and_free, @function\n"
         "add_and_free:\n"
         "\tmovq\t(%rsp), %rdx\n"
         "\tmovq\t%rdx, 48(%rdi)\n"
         "\tmovl\t(%rdi), %eax\n"
         "\taddl\t4(%rdi), %eax\n"
         "\tleaq\t48(%rdi), %rsp\n"
         "\tret\n");

static int __attribute__ ((noinline))
sum (int n)
{
  int *words = alloca (48 + 16 * n);
  memset (words, n, 48 + 16 * n);
  words[0] = n;
  words[1] = 2 * n;
  return add_and_free (words) + 1;
}

int
main (void)
{
  int all = 0;
  for (int i = 1; i < 100; i++)
    all += sum (i);
  printf ("%d\n", all);
  return 0;
}
