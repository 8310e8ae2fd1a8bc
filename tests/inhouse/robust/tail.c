// SPDX-License-Identifier: GPL-3.0-or-later
// Ten million calls in the place of their callers, in turn and through a pointer, on a stack of 128 KiB.
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noipa))
#define CALLS 10000000

static long odd(long n, long sum);
static long (*volatile step)(long, long);

APART static long even(long n, long sum)
{
    return n == 0 ? sum : odd(n - 1, sum + 1);
}

APART static long odd(long n, long sum)
{
    return n == 0 ? -sum : even(n - 1, sum + 2);
}

APART static long alone(long n, long sum)
{
    return n == 0 ? sum : alone(n - 1, sum ^ n);
}

int main(void)
{
    step = alone;
    printf("%ld %ld\n", even(CALLS, 0), step(CALLS, 0));
}
