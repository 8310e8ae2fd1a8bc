/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a node reaches: each neighbour is looked for in a list of what is known. */
#include <stdio.h>
#include <stdlib.h>

struct edge {
    int to;
    struct edge *next;
};

static unsigned long s = 7;

static unsigned rnd(void)
{
    s = s * 6364136223846793005ul + 1;
    return (unsigned)(s >> 33);
}

static struct edge **make(int n)
{
    struct edge **g = calloc((size_t)n, sizeof *g);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            struct edge *e = malloc(sizeof *e);
            e->to = (int)(rnd() % (unsigned)n);
            e->next = g[i];
            g[i] = e;
        }
    return g;
}

static int seen(const int *list, int n, int x)
{
    for (int i = n - 1; i >= 0; i--)
        if (list[i] == x)
            return 1;
    return 0;
}

static int reach(struct edge **g, int n, int *list)
{
    int k = 1, at = 0;
    list[0] = 0;
    while (at < k) {
        for (struct edge *e = g[list[at]]; e; e = e->next)
            if (!seen(list, k, e->to))
                list[k++] = e->to;
        at++;
    }
    (void)n;
    return k;
}

static void degrees(struct edge **g, int n, int *d)
{
    for (int i = 0; i < n; i++)
        for (struct edge *e = g[i]; e; e = e->next)
            d[e->to]++;
}

static int most(const int *d, int n)
{
    int m = 0;
    for (int i = 0; i < n; i++)
        if (d[i] > m)
            m = d[i];
    return m;
}

static long triangle(struct edge **g, int n)
{
    long t = 0;
    for (int i = 0; i < n; i++)
        for (struct edge *a = g[i]; a; a = a->next)
            for (struct edge *b = g[a->to]; b; b = b->next)
                t += b->to == i;
    return t;
}

static void histogram(const int *d, int n, int *h)
{
    for (int i = 0; i < n; i++)
        h[d[i] & 31]++;
}

static void drop(struct edge **g, int n)
{
    for (int i = 0; i < n; i++)
        while (g[i]) {
            struct edge *e = g[i];
            g[i] = e->next;
            free(e);
        }
    free(g);
}

static int uf(int *p, int x)
{
    while (p[x] != x)
        x = p[x] = p[p[x]];
    return x;
}

static int components(struct edge **g, int n)
{
    int *p = malloc((size_t)n * sizeof *p), c = n;
    for (int i = 0; i < n; i++)
        p[i] = i;
    for (int i = 0; i < n; i++)
        for (struct edge *e = g[i]; e; e = e->next) {
            int a = uf(p, i), b = uf(p, e->to);
            if (a != b) {
                p[a] = b;
                c--;
            }
        }
    free(p);
    return c;
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    struct edge **g = make(n);
    int *list = malloc((size_t)n * 4), *d = calloc((size_t)n, 4), h[32] = { 0 };
    degrees(g, n, d);
    histogram(d, n, h);
    long t = triangle(g, n);
    int comp = components(g, n);
    int k = reach(g, n, list);
    unsigned x = 0;
    for (int i = 0; i < 32; i++)
        x = x * 5 + (unsigned)h[i];
    printf("%d %d %ld %d %u\n", k, most(d, n), t, comp, x);
    drop(g, n);
    free(list);
    free(d);
    (void)c;
}
