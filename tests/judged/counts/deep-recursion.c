/* Loops open within each other, 3000 deep: deeper than anyone may trace, but
   counted. */
/* untraced: deeper than the runtime nests */
/* target down: instances 6002, iterations 6000 */
#include "opaque.h"
#include <stdio.h>

__attribute__((noinline)) static int down(int n)
{
    int sum = n;
#pragma algoprof loop
    for (int i = 0; i < (n > 0); i++)
        sum ^= down(n - 1) + opaque(i);
    return sum;
}

int main(void)
{
    int a = down(opaque(3000)), b = down(opaque(3000));
    printf("%d %d\n", a, b);
    return 0;
}
