/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 100;
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) /* { dg-note "loop in 'main' profiled" } */
        sum += i;
    printf("%d\n", sum); /* { dg-output "4950" } */
    return 0;
}
