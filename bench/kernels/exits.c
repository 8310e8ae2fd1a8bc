/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4096
static uint32_t array[N + 64];

/* A search with two early exits, about 8 iterations. */
NOINLINE long kernel_exits(const uint32_t *a, long n, uint32_t wanted)
{
#pragma algoprof loop name(exits)
    for (long i = 0; i < n; i++) {
        if (a[i] == wanted)
            return i;
        if (a[i] > 60000)
            break;
    }
    return -1;
}

static void setup(void)
{
    for (long i = 0; i < N + 64; i++)
        array[i] = bench_draw(68000);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    for (long i = 0; i < calls; i++)
        sum += (uint64_t)kernel_exits(array + i % N, opaque(64), array[(i + 20) % N]);
    return sum;
}

KERNEL(exits, 500000);
