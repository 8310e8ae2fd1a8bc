/* SPDX-License-Identifier: GPL-3.0-or-later
 * The ways to pay a sum, by trying all: a recursion of 2^n calls; and by a table. */
#include <stdio.h>
#include <stdlib.h>
static unsigned long state = 89;

static unsigned next_random(void)
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static int *make(int n)
{
    int *coin = malloc((size_t)n * sizeof *coin);
    for (int i = 0; i < n; i++)
        coin[i] = (int)(1 + next_random() % 50);
    return coin;
}

static void sort(int *a, int n)
{
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++) {
            int x = a[i], j = i;
            while (j >= gap && a[j - gap] > x) {
                a[j] = a[j - gap];
                j -= gap;
            }
            a[j] = x;
        }
}

static long ways(const int *coin, int n, int left)
{
    if (!left)
        return 1;
    if (!n || left < 0)
        return 0;
    return ways(coin + 1, n - 1, left) + ways(coin + 1, n - 1, left - coin[0]);
}

static int sum(const int *a, int n)
{
    int all = 0;
    for (int i = 0; i < n; i++)
        all += a[i];
    return all;
}

static int distinct(const int *a, int n)
{
    int all = n > 0;
    for (int i = 1; i < n; i++)
        all += a[i] != a[i - 1];
    return all;
}

static long table(const int *coin, int n, int left)
{
    long *w = calloc((size_t)left + 1, sizeof *w);
    w[0] = 1;
    for (int i = 0; i < n; i++)
        for (int j = left; j >= coin[i]; j--)
            w[j] += w[j - coin[i]];
    long r = w[left];
    free(w);
    return r;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 16;
    int *coin = make(n);
    sort(coin, n);
    int all = sum(coin, n);
    printf("%ld %ld %d %d\n", ways(coin, n, all / 2), table(coin, n, all / 2), all, distinct(coin, n));
    free(coin);
    return 0;
}
