/* GCC makes a loop of the tail call; the marked loop lies in it. */
/* target gcd: instances 10, iterations 45 */
#include "opaque.h"
#include <stdio.h>

static int gcd(int n, int sum)
{
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += i ^ n;
    if (n == 0)
        return sum;
    return gcd(n - 1, sum);
}

int main(void)
{
    printf("%d\n", gcd(opaque(9), 0));
    return 0;
}
