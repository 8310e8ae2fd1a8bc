/* The label only names the loop behind it (nothing jumps to it). */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 5;
    int sum = 0;
#pragma algoprof loop
unused: __attribute__((unused));
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "10" } */
    return 0;
}
