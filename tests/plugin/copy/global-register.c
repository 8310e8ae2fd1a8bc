/* A global register variable that the trace leaves alone. */
/* { dg-do run } */
#include <stdio.h>

register long counter __asm__("r12");

static int a[64];

__attribute__((noinline)) static int next(int i)
{
    counter += a[i];
    return a[i] + 1;
}

int main(void)
{
    long sum = 0;
    counter = 5;
    for (int k = 0; k < 8; k++)
#pragma algoprof loop
        for (int i = 0; i < 64; i++) {
            a[i] += i;
            sum += next(i) + counter;
        }
    printf("%ld\n", sum);
    return 0;
}
