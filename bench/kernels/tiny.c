/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4096
static uint32_t array[N + 16];

/* A tiny loop of 4 to 16 iterations, a million times: what the switch costs. */
NOINLINE uint32_t kernel_tiny(const uint32_t *a, long n)
{
    uint32_t best = 0;

#pragma algoprof loop name(tiny)
    for (long i = 0; i < n; i++)
        best ^= a[i] + (best >> 3);
    return best;
}

static void setup(void)
{
    for (long i = 0; i < N + 16; i++)
        array[i] = bench_draw(1u << 30);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    for (long i = 0; i < calls; i++)
        sum += kernel_tiny(array + i % N, 4 + i % 13);
    return sum;
}

KERNEL(tiny, 1000000);
