/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4096
static int array[N];

/* Array sum: vectorised at -O3. */
NOINLINE uint64_t kernel_sum(const int *a, long n)
{
    uint64_t sum = 0;

#pragma algoprof loop name(sum)
    for (long i = 0; i < n; i++)
        sum += (uint64_t)a[i];
    return sum;
}

static void setup(void)
{
    for (long i = 0; i < N; i++)
        array[i] = (int)bench_draw(1000);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        sum += kernel_sum(array, opaque(N));
        BARRIER();
    }
    return sum;
}

KERNEL(sum, 4000);
