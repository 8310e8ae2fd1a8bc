/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4096
static char text[N + 1];

/* A byte loop to a terminator, with a hash that cannot be vectorised. */
NOINLINE uint64_t kernel_bytes(const char *s)
{
    uint64_t hash = 5381;

#pragma algoprof loop name(bytes)
    for (; *s; s++)
        hash = hash * 33 + (unsigned char)*s;
    return hash;
}

static void setup(void)
{
    for (long i = 0; i < N; i++)
        text[i] = (char)(' ' + bench_draw(90));
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        sum += kernel_bytes(text);
        BARRIER();
    }
    return sum;
}

KERNEL(bytes, 1000);
