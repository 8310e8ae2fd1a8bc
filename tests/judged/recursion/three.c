/* A recursion of three functions in a ring with short cuts, one marked, and a
   fourth one marked that calls into the ring from outside. */
#include "twin.h"
#include <stdio.h>

static int second(int n, int seed);
static int third(int n, int seed);

__attribute__((algoprof)) static int first(int n, int seed)
{
    RECURSION("first");
    if (n <= 0)
        return seed;
    return seed % 3 == 0 ? first(n - 2, seed + 1) : second(n - 1, seed * 3 + 1);
}

static int second(int n, int seed)
{
    if (n <= 0)
        return seed ^ 1;
    return seed % 2 ? third(n - 1, seed + 5) + n : first(n - 2, seed / 2) * 3;
}

static int third(int n, int seed)
{
    if (n <= 0)
        return seed ^ 2;
    return first(n - 1, seed * 7 % 1000) + second(n - 4, seed);
}

__attribute__((algoprof)) static int outside(int n)
{
    RECURSION("outside");
    return n == 0 ? 1 : outside(n - 1) + third(n, n) % 100;
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        printf("%d %d\n", second(opaque(20) + i, i), outside(opaque(i)));
    return 0;
}
