/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

/* Calls that do nothing else. */
__attribute__((algoprof)) static uint64_t fib(int n)
{
    return n < 2 ? (uint64_t)n : fib(n - 1) + fib(n - 2);
}

NOINLINE uint64_t kernel_fib(int n)
{
    return fib(n);
}

static void setup(void)
{
    kernel_fib(2);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        sum += kernel_fib((int)opaque(20));
        BARRIER();
    }
    return sum;
}

KERNEL(fib, 400);
