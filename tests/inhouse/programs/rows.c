// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes that have one place in a table of rows, many sizes, one cost and many of functions that call nothing, and of others.
#include "told.h"

static long words[6000];

APART long constant(const long *p)
{
    return p[0] + p[7];
}

APART long some(const long *p, long n)
{
    return n % 3 ? p[n] : n % 2 ? p[0] + p[1] + p[2] : n;
}

APART long sum(const long *p, long n)
{
    long s = 0;
    for (long i = 0; i < n; i++)
        s += p[i];
    return s;
}

APART long both(const long *p, long n)
{
    return n % 4 ? constant(p) : sum(p, n) + some(p, n);
}

int main(void)
{
    long s = 0;
    for (long i = 0; i < 6000; i++)
        words[i] = i * 7919 % 1009;
    for (long i = 0; i < 60; i++) {
        long n = i % 3 ? 8 * (i * 5 % 60) : i % 2 ? 256 + 32 * i : i * i;
        s += sum(words, n) + both(words, n);
    }
    for (long i = 0; i < 300; i++)
        s += some(words, i * i % 11) + constant(words + i) + both(words, i % 60) + sum(words + i, i);
    return (int)(s & 127);
}
