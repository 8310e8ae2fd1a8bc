/* SPDX-License-Identifier: GPL-3.0-or-later
 * Transfers of a day and the next are compared with each other: days grow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Tx {
    int from, to;
    long amount;
    int day;
} Tx;

typedef struct Acc {
    int id;
    long balance;
    int n;
    Tx **list;
    int room;
} Acc;

static unsigned s = 5;

static unsigned rnd(void)
{
    s = s * 1664525u + 1013904223u;
    return s >> 8;
}

static Tx *make(int n, int accounts)
{
    Tx *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++) {
        t[i].from = (int)(rnd() % (unsigned)accounts);
        t[i].to = (int)(rnd() % (unsigned)accounts);
        t[i].amount = (long)(rnd() % 10000);
        t[i].day = (int)(rnd() % 365);
    }
    return t;
}

static int cmp(const void *a, const void *b)
{
    const Tx *x = a, *y = b;
    return x->day - y->day;
}

static void assign(Tx *t, int n, Acc *a)
{
    for (int i = 0; i < n; i++) {
        Acc *x = &a[t[i].from];
        if (x->n == x->room) {
            x->room = x->room ? 2 * x->room : 4;
            x->list = realloc(x->list, (size_t)x->room * sizeof *x->list);
        }
        x->list[x->n++] = &t[i];
    }
}

static long balances(Tx *t, int n, Acc *a)
{
    long moved = 0;
    for (int i = 0; i < n; i++) {
        a[t[i].from].balance -= t[i].amount;
        a[t[i].to].balance += t[i].amount;
        moved += t[i].amount;
    }
    return moved;
}

static int suspicious(Tx *t, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n && t[k].day <= t[i].day + 1; k++)
            c += t[k].amount == t[i].amount && t[k].to == t[i].from;
    return c;
}

static long richest(Acc *a, int m)
{
    long b = -1L << 60;
    for (int i = 0; i < m; i++)
        if (a[i].balance > b)
            b = a[i].balance;
    return b;
}

static int histogram(Tx *t, int n)
{
    int h[365] = {0}, most = 0;
    for (int i = 0; i < n; i++)
        h[t[i].day]++;
    for (int d = 0; d < 365; d++)
        most = h[d] > most ? h[d] : most;
    return most;
}

static long per_account(Acc *a, int m)
{
    long x = 0;
    for (int i = 0; i < m; i++) {
        long y = 0;
        for (int k = 0; k < a[i].n; k++)
            y = y * 3 + a[i].list[k]->amount;
        x ^= y;
    }
    return x;
}

static long median(Tx *t, int n)
{
    long *v = malloc((size_t)n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = t[i].amount;
    int lo = 0, hi = n - 1, k = n / 2;
    while (lo < hi) {
        long p = v[(lo + hi) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (v[i] < p)
                i++;
            while (v[j] > p)
                j--;
            if (i <= j) {
                long w = v[i];
                v[i] = v[j];
                v[j] = w;
                i++;
                j--;
            }
        }
        if (k <= j)
            hi = j;
        else if (k >= i)
            lo = i;
        else
            break;
    }
    long r = v[k];
    free(v);
    return r;
}

int main(int c, char **v)
{
    int n = atoi(v[1]), m = n / 10 + 1;
    Tx *t = make(n, m);
    Acc *a = calloc((size_t)m, sizeof *a);
    qsort(t, (size_t)n, sizeof *t, cmp);
    assign(t, n, a);
    printf("%ld %d %ld %d %ld %ld\n", balances(t, n, a), suspicious(t, n), richest(a, m), histogram(t, n),
           per_account(a, m), median(t, n));
    (void)c;
}
