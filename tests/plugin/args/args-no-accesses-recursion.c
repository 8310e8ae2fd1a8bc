/* Without loops there is nothing to say. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-no-accesses -fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

__attribute__((algoprof)) static int fib(int n) /* { dg-note "recursion .fib. profiled" } */
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    volatile int n = 10;
    printf("%d\n", fib(n)); /* { dg-output "55" } */
    return 0;
}
