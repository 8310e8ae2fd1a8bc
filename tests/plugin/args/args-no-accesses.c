/* Accesses can be left out of recursions only: it is said once. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-no-accesses" } */
#include <stdio.h>

__attribute__((algoprof)) static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    volatile int n = 10;
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) /* { dg-note "no-accesses.* is for recursions: accesses of loops are traced all the same" } */
        sum += fib(i);
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += i;
    printf("%d\n", sum); /* { dg-output "133" } */
    return 0;
}
