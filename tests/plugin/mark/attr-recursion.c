/* Recursions are profiled as such. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

__attribute__((algoprof)) static int fib(int n) /* { dg-note "recursion .* profiled" } */
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

__attribute__((algoprof("recursion"))) static int fac(int n) /* { dg-note "recursion .* profiled" } */
{
    return n < 2 ? 1 : n * fac(n - 1);
}

int main(void)
{
    printf("%d %d\n", fib(10), fac(5)); /* { dg-output "55 120" } */
    return 0;
}
