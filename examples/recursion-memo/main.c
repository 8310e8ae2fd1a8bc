/* SPDX-License-Identifier: MIT
 *
 * The cheapest way to multiply by a constant with shifts and additions, found
 * by trying both neighbours of each odd number; what has been worked out is
 * kept in a table.  But the table's entries have no room for the width of the
 * operands, which is in the upper half of the key: no entry is ever found
 * again, and n bits cost 2^n instead of n.  After GCC bug 27733.
 *
 *     main BITS [SEED]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ENTRIES 1021
#define CONSTANTS 24

struct entry {
    uint32_t key;               /* too narrow */
    uint32_t cost;
};

static struct entry table[ENTRIES];

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Without the plugin the attribute is unknown. */
#pragma GCC diagnostic ignored "-Wattributes"
/* Shifts and additions to multiply by the factor, in operands of some bits. */
__attribute__((algoprof))
static unsigned multiply_cost(uint64_t factor, unsigned bits)
{
    uint64_t key = (uint64_t)bits << 32 | factor;
    struct entry *known = &table[key % ENTRIES];
    unsigned cost;

    if (factor <= 1)
        return 0;
    if (known->key == key)
        return known->cost;
    if (factor % 2 == 0)
        cost = 1 + multiply_cost(factor >> __builtin_ctzl(factor), bits);
    else
        cost = 1 + smaller(multiply_cost(factor - 1, bits), multiply_cost(factor + 1, bits));
    known->key = (uint32_t)key;
    known->cost = cost;
    return cost;
}

int main(int argc, char **argv)
{
    unsigned bits = argc > 1 ? (unsigned)atoi(argv[1]) : 16;
    unsigned long checksum = 0;

    if (bits < 4 || bits > 31)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    for (int i = 0; i < CONSTANTS; i++) {
        uint64_t factor = 1u << (bits - 1) | draw(1u << (bits - 1)) | 1;

        checksum = checksum * 31 + multiply_cost(factor, 64);
    }
    printf("constants %d checksum %lx\n", CONSTANTS, checksum);
    return 0;
}
