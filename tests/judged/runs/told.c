/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Targets whose bytes read say nothing, in a program that tells its own n.
 *
 *     told N [MEANT]       MEANT: the n that it tells, 0 none
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algoprof/algoprof.h>

static unsigned table[4096];

/* Writes n cells and reads none. */
__attribute__((noinline)) static void fill(unsigned n)
{
    unsigned x = n;
#pragma algoprof loop name(fill)
    for (unsigned i = 0; i < n; i++)
        table[i % 4096] = x = x * 1664525u + 1013904223u;
}

/* n^2 times, likewise. */
__attribute__((noinline)) static void pairs(unsigned n)
{
    unsigned x = n;
#pragma algoprof loop name(pairs)
    for (unsigned i = 0; i < n * n; i++)
        table[i % 4096] = x = x * 1664525u + 1013904223u;
}

/* n iterations that do n steps each. */
__attribute__((noinline)) static void outer(unsigned n)
{
    unsigned x = n;
#pragma algoprof loop name(outer)
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++)
            table[(i + k) % 4096] = x = x * 1664525u + 1013904223u;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1000, meant = argc > 2 ? (unsigned)atoi(argv[2]) : n;
    if (meant > 0)
        algoprof_size(meant);
    fill(n);
    pairs(n);
    outer(n);
    printf("%u\n", table[n % 4096]);
    return 0;
}
