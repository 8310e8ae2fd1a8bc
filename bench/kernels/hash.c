/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define BITS 14
#define N (1u << BITS)
static uint32_t table[N];

/* A probe of an open hash table, one or two iterations. */
NOINLINE uint32_t kernel_hash(const uint32_t *t, uint32_t key)
{
    uint32_t at = key * 2654435761u >> (32 - BITS);

#pragma algoprof loop name(hash)
    while (t[at] && t[at] != key)
        at = (at + 1) & (N - 1);
    return t[at];
}

static void setup(void)
{
    for (uint32_t i = 0; i < N; i++)
        table[i] = 0;
    for (uint32_t i = 0; i < N / 3; i++) {
        uint32_t key = i * 3 + 1, at = key * 2654435761u >> (32 - BITS);

        while (table[at])
            at = (at + 1) & (N - 1);
        table[at] = key;
    }
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    for (long i = 0; i < calls; i++)
        sum += kernel_hash(table, (uint32_t)i % N + 1);
    return sum;
}

KERNEL(hash, 1000000);
