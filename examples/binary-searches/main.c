/* SPDX-License-Identifier: MIT
 *
 * An innocent: n binary searches in a sorted table of n keys, in 256 batches.
 * The marked loop is a batch, its cost the searches; what a search reads, in a
 * function of its own, belongs to the batch.
 *
 *     main KEYS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

#define BATCHES 256

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static long search(const unsigned *table, long n, unsigned key)
{
    long low = 0, high = n;

    while (low < high) {
        long middle = low + (high - low) / 2;

        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static unsigned long batch(const unsigned *table, long n, long searches)
{
    unsigned long sum = 0;

#pragma algoprof loop name(binary_searches)
    for (long i = 0; i < searches; i++)
        sum += (unsigned long)search(table, n, draw((unsigned)n * 4u));
    return sum;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000;
    unsigned long checksum = 0;
    unsigned *table;

    if (n < BATCHES)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    table = malloc((size_t)n * sizeof(*table));
    if (!table)
        return 1;
    for (long i = 0; i < n; i++)
        table[i] = (unsigned)i * 4u + draw(4);
    for (long i = 0; i < BATCHES; i++)
        checksum = checksum * 31 + batch(table, n, n / BATCHES);
    printf("keys %ld checksum %lx\n", n, checksum);
    free(table);
    return 0;
}
