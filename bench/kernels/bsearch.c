/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4096
static uint32_t table[N];

/* Binary search, 12 iterations. */
NOINLINE long kernel_bsearch(const uint32_t *t, long n, uint32_t key)
{
    long low = 0, high = n;

#pragma algoprof loop name(bsearch)
    while (low < high) {
        long middle = low + (high - low) / 2;

        if (t[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void setup(void)
{
    for (long i = 0; i < N; i++)
        table[i] = (uint32_t)i * 4u + bench_draw(4);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    for (long i = 0; i < calls; i++)
        sum += (uint64_t)kernel_bsearch(table, opaque(N), (uint32_t)i * 2654435761u % (4 * N));
    return sum;
}

KERNEL(bsearch, 300000);
