/* Tail recursions that are traced, 10^7 calls deep in one frame. */
/* chains count: 3 10000000 70000 */
/* levels: -O2 -O3 -Os */
/* rates: 1 */
#include "twin.h"
#include <stdio.h>

static unsigned table[64];

__attribute__((algoprof)) static unsigned count(unsigned n, unsigned sum)
{
    RECURSION("count");
    if (n == 1)
        return sum;
    return count(n - 1, sum * 3 + table[sum & 63]);
}

int main(void)
{
    for (unsigned i = 0; i < 64; i++)
        table[i] = i * i;
    printf("%u\n", count((unsigned)opaque(3), 1));
    printf("%u\n", count((unsigned)opaque(10000000), 1));
    printf("%u\n", count((unsigned)opaque(70000), 1));
    return 0;
}
