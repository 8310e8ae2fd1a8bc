/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-rate=7 -fplugin-arg-algoprof-log=%e.%p.aplog" } */
/* Good arguments say nothing. */
#include <stdio.h>

int main(void)
{
    volatile int n = 10;
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += i;
    printf("%d\n", sum); /* { dg-output "45" } */
    return 0;
}
