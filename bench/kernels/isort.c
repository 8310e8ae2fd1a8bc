/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 64
static int unsorted[N];

/* Insertion sort, its inner loop marked: 16 iterations on the average. */
NOINLINE void kernel_isort(int *a, long n)
{
    for (long i = 1; i < n; i++) {
        int value = a[i];
        long at = i;

#pragma algoprof loop name(isort)
        while (at > 0 && a[at - 1] > value) {
            a[at] = a[at - 1];
            at--;
        }
        a[at] = value;
    }
}

static void setup(void)
{
    for (long i = 0; i < N; i++)
        unsorted[i] = (int)bench_draw(100000);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;
    int a[N];

    while (calls-- > 0) {
        for (long i = 0; i < N; i++)
            a[i] = unsorted[i];
        kernel_isort(a, opaque(N));
        sum += (uint64_t)a[N / 2];
    }
    return sum;
}

KERNEL(isort, 8000);
