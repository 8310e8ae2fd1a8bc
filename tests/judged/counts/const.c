/* A function that reads no memory at all. */
/* target root: instances 30, iterations 119 */
#include "opaque.h"
#include <stdio.h>

/* Sum of (k / 4 + ... ): one iteration for each halving of k until 0. */
__attribute__((const, noinline)) static int root(unsigned k)
{
    int n = 0;
#pragma algoprof loop
    while (k) {
        k >>= 1;
        n += k & 3;
    }
    return n;
}

int main(void)
{
    int sum = 0;
    /* bits of 0..29: 0, 1, 2*2, 4*3, 8*4, 14*5 */
    for (int k = 0; k < opaque(30); k++)
        sum += root(k);
    printf("%d\n", sum);
    return 0;
}
