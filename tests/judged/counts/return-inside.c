/* Position of k in 0..49: k + 1 iterations for k = 0..49, then 50 without success. */
/* target position: instances 51, iterations 1325 */
#include "opaque.h"
#include <stdio.h>

static int data[50];

__attribute__((noinline)) static int position(const int *a, int n, int what)
{
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        if (a[i] == what)
            return i;
    return -1;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 50; i++)
        data[i] = i * 3;
    for (int k = 0; k <= 50; k++)
        sum += position(data, opaque(50), k * 3);
    printf("%d\n", sum);
    return 0;
}
