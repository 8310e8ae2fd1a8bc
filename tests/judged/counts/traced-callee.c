/* Marked loops in callees of a traced loop: static, inline, and through
   another callee. */
/* target main: instances 4, iterations 40 */
/* target far_sum: instances 40, iterations 240 */
/* target near_sum: instances 80, iterations 320 */
#include "opaque.h"
#include <stdio.h>

static int data[16];

static inline int near_sum(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += data[i];
    return sum;
}

__attribute__((noinline)) static int far_sum(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += data[i] * i;
    return sum + near_sum(n - 2);
}

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 4; r++)
#pragma algoprof loop
        for (int i = 0; i < opaque(10); i++) {
            data[i]++;
            sum += far_sum(opaque(6)) + near_sum(opaque(4));
        }
    printf("%d\n", sum);
    return 0;
}
