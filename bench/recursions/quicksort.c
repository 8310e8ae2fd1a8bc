/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"
#include <string.h>

#define N 4000
static uint32_t keys[N], data[N];

/* Quicksort down to single elements. */
__attribute__((algoprof)) static void quicksort(uint32_t *from, uint32_t *to)
{
    if (to - from < 2)
        return;
    uint32_t pivot = from[(to - from) / 2], *low = from, *high = to - 1;
    while (low <= high) {
        while (*low < pivot)
            low++;
        while (*high > pivot)
            high--;
        if (low <= high) {
            uint32_t swapped = *low;
            *low++ = *high;
            *high-- = swapped;
        }
    }
    quicksort(from, high + 1);
    quicksort(low, to);
}

NOINLINE void kernel_quicksort(uint32_t *from, uint32_t *to)
{
    quicksort(from, to);
}

static void setup(void)
{
    for (int i = 0; i < N; i++)
        keys[i] = bench_draw(UINT32_MAX);
    kernel_quicksort(data, data);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        memcpy(data, keys, sizeof data);
        kernel_quicksort(data, data + N);
        sum += data[calls % N];
    }
    return sum;
}

KERNEL(quicksort, 200);
