// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of one function one after the other, of which the first ones are dear: the budget leaves them, and they go on in the
// original.  Two of them call another loop.
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) long inner(const long *a, long n)
{
    long s = 0;
    for (long i = 0; i < n; i++)
        s += a[i] * a[i * 7 % n];
    return s;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100, s = 0, *a = calloc((size_t)n, sizeof *a);
    for (long i = 0; i < n; i++)
        a[i] = (long)((unsigned long)i * 2654435761u % 1000) + a[i * 48271 % n];
    for (long k = 0; k < 3000; k++)
        s += inner(a, 40 + k % 100);
    for (long i = 0; i < n; i++)
        s += a[i * 16807 % n];
    for (long k = 0; k < 3000; k++)
        s += inner(a, 40 + k % 100);
    printf("%ld\n", s);
}
