/* GCC finds that total () is pure, and may keep what it knows in registers
   across the call; counts must not get lost. */
/* target total: instances 40, iterations 820 */
/* target main: instances 1, iterations 40 */
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
    int sum = 0;
    for (int i = 0; i < 64; i++)
        data[i] = i;
#pragma algoprof loop
    for (int k = 1; k <= opaque(40); k++)
        sum += total(data, k);
    printf("%d\n", sum);
    return 0;
}
