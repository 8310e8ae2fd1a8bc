/* One inlined copy loses its loop, the other keeps it: no warning. */
/* { dg-do run } */
/* { dg-options "-fplugin-arg-algoprof-verbose" } */
#include <stdio.h>

static inline __attribute__((always_inline)) int run(volatile int *x, int once)
{
    int sum = 0;
#pragma algoprof loop
    for (;;) { /* { dg-note "profiled" } */
        sum += *x;
        if (once || sum > 10)
            break;
    }
    return sum;
}

int main(void)
{
    volatile int x = 1;
    printf("%d\n", run(&x, 1)); /* { dg-output "1" } */
    printf("%d\n", run(&x, 0)); /* { dg-output "11" } */
    return 0;
}
