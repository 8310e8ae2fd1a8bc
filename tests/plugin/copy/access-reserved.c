/* Registers that the runtime's entry points for accesses change may be the program's own. */
/* { dg-do run } */
#include <stdio.h>

register long eighth __asm__("r8");     /* { dg-warning "call-clobbered register used" } */
register long ninth __asm__("r9");      /* { dg-warning "call-clobbered register used" } */
register long tenth __asm__("r10");     /* { dg-warning "call-clobbered register used" } */

static long a[64];

int main(void)
{
    long sum = 0, after;

    for (int i = 0; i < 64; i++)
        a[i] = i;
    for (int k = 0; k < 4; k++) {
        eighth = 5, ninth = 6, tenth = 7;
#pragma algoprof loop
        for (int i = 0; i < 64; i++)
            sum += a[i];
        after = eighth * 100 + ninth * 10 + tenth;
        eighth = 1, ninth = 2, tenth = 3;
#pragma algoprof loop
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < i; j++)
                sum += a[i] * a[j + k] > 5;
        printf("%ld %ld %ld\n", sum, after, eighth * 100 + ninth * 10 + tenth);
    }
    return 0;
}
