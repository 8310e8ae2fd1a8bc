// SPDX-License-Identifier: GPL-3.0-or-later
// Calls and little else: Fibonacci's numbers, Ackermann's function, permutations.
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noinline, noclone))

APART static unsigned fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

APART static unsigned ackermann(unsigned m, unsigned n)
{
    if (!m)
        return n + 1;
    return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

static unsigned char order[16];

APART static unsigned permute(unsigned from, unsigned n)
{
    unsigned sum = 0;
    if (from == n)
        return order[0] * 3u + order[n - 1];
    for (unsigned i = from; i < n; i++) {
        unsigned char x = order[from];
        order[from] = order[i];
        order[i] = x;
        sum += permute(from + 1, n);
        order[i] = order[from];
        order[from] = x;
    }
    return sum;
}

int main(int argc, char **argv)
{
    unsigned times = argc > 1 ? (unsigned)atoi(argv[1]) : 1, sum = 0;
    for (unsigned i = 0; i < times; i++) {
        for (unsigned char k = 0; k < 16; k++)
            order[k] = k;
        sum += fib(32) + ackermann(2, 1000) + permute(0, 9);
    }
    printf("%u\n", sum);
}
