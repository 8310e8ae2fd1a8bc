/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which node reaches which, by Warshall: n^3 over a table of n^2. */
#include <stdio.h>
#include <stdlib.h>
static unsigned long state = 71;

static unsigned next_random(void)
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static unsigned char *make(int n)
{
    unsigned char *m = calloc((size_t)n * (size_t)n, 1);
    for (int i = 0; i < 2 * n; i++)
        m[(size_t)(next_random() % (unsigned)n) * (size_t)n + next_random() % (unsigned)n] = 1;
    return m;
}

static void join_row(unsigned char *to, const unsigned char *from, int n)
{
    for (int j = 0; j < n; j++)
        to[j] |= from[j];
}

static void close_over(unsigned char *m, int n)
{
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (m[(size_t)i * (size_t)n + (size_t)k])
                join_row(m + (size_t)i * (size_t)n, m + (size_t)k * (size_t)n, n);
}

static long ones(const unsigned char *m, int n)
{
    long all = 0;
    for (long i = 0; i < (long)n * n; i++)
        all += m[i];
    return all;
}

static int largest_row(const unsigned char *m, int n)
{
    int most = 0;
    for (int i = 0; i < n; i++) {
        int here = 0;
        for (int j = 0; j < n; j++)
            here += m[(size_t)i * (size_t)n + (size_t)j];
        if (here > most)
            most = here;
    }
    return most;
}

static int loops(const unsigned char *m, int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += m[(size_t)i * (size_t)n + (size_t)i];
    return all;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    unsigned char *m = make(n);
    long before = ones(m, n);
    close_over(m, n);
    printf("%ld %ld %d %d\n", before, ones(m, n), largest_row(m, n), loops(m, n));
    free(m);
    return 0;
}
