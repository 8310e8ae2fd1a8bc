/* SPDX-License-Identifier: MIT
 *
 * How many pairs of rabbits there are after some months, after Fibonacci's own
 * words: those of the month before, and as many more as there were two months
 * ago.  Each of both is worked out from the beginning: n months cost 1.618^n.
 *
 *     main MONTHS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Without the plugin the attribute is unknown. */
#pragma GCC diagnostic ignored "-Wattributes"
__attribute__((algoprof))
static unsigned long rabbits(int month)
{
    return month < 2 ? 1 : rabbits(month - 1) + rabbits(month - 2);
}

int main(int argc, char **argv)
{
    int months = argc > 1 ? atoi(argv[1]) : 20;
    unsigned long checksum = 0;

    if (months < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    for (int i = 0; i < 200; i++)
        checksum = checksum * 31 + rabbits(i == 0 ? months : (int)draw((unsigned)months));
    printf("pairs of rabbits %lx\n", checksum);
    return 0;
}
