/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile unsigned x = 1000;
    int digits = 0;
#pragma algoprof loop
    do { /* { dg-note "profiled" } */
        digits++;
        x /= 10;
    } while (x);
    printf("%d\n", digits); /* { dg-output "4" } */
    return 0;
}
