/* The same, called from a loop that is not marked. */
/* target total: instances 40, iterations 820 */
#include "opaque.h"
#include <stdio.h>

static int data[64];

__attribute__((noinline)) static int total(const int *a, int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    int sum = 0, end = opaque(40);
    for (int i = 0; i < 64; i++)
        data[i] = i;
    for (int k = 1; k <= end; k++)
        sum += total(data, k);
    printf("%d\n", sum);
    return 0;
}
