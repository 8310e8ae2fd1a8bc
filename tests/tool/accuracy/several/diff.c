/* SPDX-License-Identifier: GPL-3.0-or-later
 * The longest common subsequence, by a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned long s = 17;

static unsigned rnd(void)
{
    s = s * 6364136223846793005ul + 1;
    return (unsigned)(s >> 33);
}

static unsigned *make(int n, unsigned mod)
{
    unsigned *a = malloc((size_t)n * 4);
    for (int i = 0; i < n; i++)
        a[i] = rnd() % mod;
    return a;
}

static int lcs(const unsigned *a, const unsigned *b, int n, int m)
{
    int *p = calloc((size_t)m + 1, 4), *q = calloc((size_t)m + 1, 4);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            q[j + 1] = a[i] == b[j] ? p[j] + 1 : q[j] > p[j + 1] ? q[j] : p[j + 1];
        int *t = p;
        p = q;
        q = t;
    }
    int r = p[m];
    free(p);
    free(q);
    return r;
}

static int prefix(const unsigned *a, const unsigned *b, int n)
{
    int i = 0;
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

static unsigned hash(const unsigned *a, int n)
{
    unsigned h = 0;
    for (int i = 0; i < n; i++)
        h = h * 16777619u ^ a[i];
    return h;
}

static void edit(unsigned *b, int n)
{
    for (int i = 0; i < n / 20; i++)
        b[rnd() % (unsigned)n] = rnd() % 100;
}

static int distinct(const unsigned *a, int n)
{
    static char f[1 << 16];
    memset(f, 0, sizeof f);
    int k = 0;
    for (int i = 0; i < n; i++)
        if (!f[a[i] & 65535]) {
            f[a[i] & 65535] = 1;
            k++;
        }
    return k;
}

static int runs(const unsigned *a, int n)
{
    int r = 1;
    for (int i = 1; i < n; i++)
        r += a[i] != a[i - 1];
    return r;
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    unsigned *a = make(n, 500), *b = malloc((size_t)n * 4);
    memcpy(b, a, (size_t)n * 4);
    edit(b, n);
    printf("%d %d %u %d %d\n", prefix(a, b, n), lcs(a, b, n, n), hash(b, n), distinct(a, n), runs(a, n));
    free(a);
    free(b);
    (void)c;
}
