/* SPDX-License-Identifier: GPL-3.0-or-later
 * A loop and a recursion of known cost. */
#ifndef RUNS_WALK_H
#define RUNS_WALK_H

static volatile unsigned char bytes[1 << 16];

/* An instance of cost n, which reads n bytes. */
__attribute__((noinline)) static unsigned walk(unsigned n)
{
    unsigned sum = 0;
#pragma algoprof loop name(walk)
    for (unsigned i = 0; i < n; i++)
        sum += bytes[i];
    return sum;
}

__attribute__((algoprof("recursion"), noinline)) static unsigned fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

#endif
