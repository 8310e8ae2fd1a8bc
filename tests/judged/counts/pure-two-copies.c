/* A marked loop in a pure function, inlined and out of line in one outer loop:
   the inlined copy's count must not stay in a register across the call. */
/* target length: instances 60, iterations 930 */
#include "opaque.h"
#include <stdio.h>

static int data[64];

static inline __attribute__((always_inline)) int length_of(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop name(length)
    for (int i = 0; i < n; i++)
        sum += a[i] != 0;
    return sum;
}

__attribute__((noinline)) static int far_length(const int *a, int n)
{
    return length_of(a, n);
}

int main(void)
{
    int sum = 0, end = opaque(30);
    for (int i = 0; i < 64; i++)
        data[i] = i;
    for (int k = 1; k <= end; k++) {
        sum += far_length(data, k);
        sum += length_of(data + 1, k) * 2;
    }
    printf("%d\n", sum);
    return 0;
}
