/* A tail call that has to be one is one in every version, at every level.
   { dg-do run }
   { dg-require "gcc>=15" }
   { dg-options "-fplugin-arg-algoprof-target=sum:recursion" } */
#include <stdio.h>

__attribute__ ((noinline)) static long sum (const int *a, int n, long before)
{
  if (n == 0)
    return before;
  __attribute__ ((musttail)) return sum (a + 1, n - 1, before + *a);
}

static int even (int n);

__attribute__ ((noinline, algoprof)) static int odd (int n)
{
  if (n == 0)
    return 0;
  __attribute__ ((musttail)) return even (n - 1);
}

__attribute__ ((noinline)) static int even (int n)
{
  if (n == 0)
    return 1;
  __attribute__ ((musttail)) return odd (n - 1);
}

int main (void)
{
  static int a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  for (int n = 0; n < 1000; n += 111)
    printf ("%ld %d\n", sum (a, n, 0), odd (n));        /* { dg-output "498501 1" } */
  return 0;
}
