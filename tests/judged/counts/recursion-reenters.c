/* A loop that is entered again from its own body: calls of f (n) with n
   iterations each, one recursive call an iteration.  c (n) = 1 + sum of c (i)
   for i < n, so c (n) = 2^n; iterations i (n) = c (n) - 1. */
/* target f: instances 448, iterations 445 */
#include "opaque.h"
#include <stdio.h>

static int f(int n)
{
    int sum = 1;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += f(i);
    return sum;
}

int main(void)
{
    int a = f(opaque(6)), b = f(opaque(7)), c = f(opaque(8));
    printf("%d %d %d\n", a, b, c);
    return 0;
}
