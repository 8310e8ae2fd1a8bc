/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

static int run(volatile int which, volatile int n)
{
    int sum = 0;
    if (which == 0)
#pragma algoprof loop
        for (int i = 0; i < n; i++) /* { dg-note "profiled" } */
            sum += 1;
    else if (which == 1)
#pragma algoprof loop
        while (n-- > 0) /* { dg-note "profiled" } */
            sum += 100;
    else
#pragma algoprof loop
        do { /* { dg-note "profiled" } */
            sum += 10000;
        } while (--n > 0);
    return sum;
}

int main(void)
{
    printf("%d %d %d\n", run(0, 3), run(1, 3), run(2, 3)); /* { dg-output "3 300 30000" } */
    return 0;
}
