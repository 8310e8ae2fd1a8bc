/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4096
static unsigned char data[N];
static uint32_t counts[256];

/* Reads and writes that depend on the data. */
NOINLINE void kernel_histogram(uint32_t *out, const unsigned char *in, long n)
{
#pragma algoprof loop name(histogram)
    for (long i = 0; i < n; i++)
        out[in[i]]++;
}

static void setup(void)
{
    for (long i = 0; i < N; i++)
        data[i] = (unsigned char)bench_draw(256);
    for (long i = 0; i < 256; i++)
        counts[i] = 0;
}

static uint64_t run(long calls)
{
    while (calls-- > 0) {
        kernel_histogram(counts, data, opaque(N));
        BARRIER();
    }
    return counts[7];
}

KERNEL(histogram, 2000);
