/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

int main(void)
{
    volatile int n = 5;
    int i = 0;
#pragma algoprof loop
again: /* { dg-note "profiled" } */
    i++;
    if (i < n)
        goto again;
    printf("%d\n", i); /* { dg-output "5" } */
    return 0;
}
