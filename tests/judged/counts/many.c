/* Many instances of a tiny loop. */
/* target tiny: instances 5000, iterations 12496 */
#include "opaque.h"
#include <stdio.h>

static int data[8];

__attribute__((noinline)) static int tiny(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += data[i];
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 5000; k++) {
        data[k % 8] = k;
        sum ^= tiny(k % 6);
    }
    printf("%d\n", sum);
    return 0;
}
