/* Marked loops in callees of a traced loop: static, inline, and through
   another callee. */
/* target main: instances 4, iterations 40 */
/* target far: instances 40, iterations 240 */
/* target near: instances 80, iterations 320 */
#include "opaque.h"
#include <stdio.h>

static int data[16];

static inline int near(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += data[i];
    return sum;
}

__attribute__((noinline)) static int far(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += data[i] * i;
    return sum + near(n - 2);
}

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 4; r++)
#pragma algoprof loop
        for (int i = 0; i < opaque(10); i++) {
            data[i]++;
            sum += far(opaque(6)) + near(opaque(4));
        }
    printf("%d\n", sum);
    return 0;
}
