/* The same mark twice is one target. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
#pragma algoprof loop name(a)
#pragma algoprof loop name(b)
    for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "45" } */
    return 0;
}
