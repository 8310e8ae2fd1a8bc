/* Cloned for constant arguments by IPA-CP (and for unused results by IPA-SRA). */
/* target fill: instances 60, iterations 1120 */
#include "opaque.h"
#include <stdio.h>

static int data[64];

__attribute__((noinline)) static int fill(int *a, int n, int step)
{
    int i;
#pragma algoprof loop
    for (i = 0; i < n; i += step)
        a[i] += step;
    return i;
}

int main(void)
{
    /* 20 times 64 / 4, 20 times 32, 20 times 8 */
    for (int k = 0; k < opaque(20); k++) {
        fill(data, 64, 4);
        fill(data, 32, 1);
        fill(data, 16, 2);
    }
    printf("%d %d\n", data[0], data[5]);
    return 0;
}
