/* Inlined with a constant it runs once, and GCC leaves no loop. */
/* { dg-do run } */
/* { dg-skip-if "" { *-*-* } { "-O0" } { "" } } */
#include <stdio.h>

static inline __attribute__((always_inline)) int run(volatile int *x, int once)
{
    int sum = 0;
#pragma algoprof loop
    for (;;) { /* { dg-warning "optimised away" } */
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
    return 0;
}
