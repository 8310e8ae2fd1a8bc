/* Tail recursions, 10^8 calls deep in the plain stack of 8 MB where GCC makes
   them loops; one over two functions as well. */
/* chains down: 5 3 100000000 1000 1 */
/* chains ping: 4 100000 */
/* levels: -O2 -O3 -Os */
/* rates: off 1000000 */
#include "twin.h"
#include <stdio.h>

__attribute__((algoprof)) static unsigned down(unsigned n, unsigned sum)
{
    RECURSION("down");
    return n == 1 ? sum : down(n - 1, sum * 5 + n);
}

static unsigned pong(unsigned n, unsigned sum);

__attribute__((algoprof, noinline)) static unsigned ping(unsigned n, unsigned sum)
{
    RECURSION("ping");
    return n == 1 ? sum : pong(n - 1, sum * 7 + n);
}

__attribute__((noinline)) static unsigned pong(unsigned n, unsigned sum)
{
    return ping(n, sum * 3 + n);
}

int main(void)
{
    static const int depths[] = { 5, 3, 100000000, 1000, 1 };
    for (int i = 0; i < 5; i++)
        printf("%u\n", down((unsigned)opaque(depths[i]), (unsigned)i));
    printf("%u\n", ping((unsigned)opaque(4), 0));
    printf("%u\n", ping((unsigned)opaque(100000), 0));
    return 0;
}
