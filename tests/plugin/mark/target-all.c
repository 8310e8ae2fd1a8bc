/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=*" } */
#include <stdio.h>

static int count(volatile int n)
{
    int sum = 0;
    do { /* { dg-note "profiled" } */
        sum++;
    } while (--n > 0);
    return sum;
}

int main(void)
{
    volatile int n = 10;
    int sum = 0, i = 0;
    for (int k = 0; k < n; k++) /* { dg-note "profiled" } */
        sum += k;
again: /* { dg-note "profiled" } */
    sum += count(3);
    if (++i < n)
        goto again;
    printf("%d\n", sum); /* { dg-output "75" } */
    return 0;
}
