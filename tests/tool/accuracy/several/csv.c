/* SPDX-License-Identifier: GPL-3.0-or-later
 * Rows of the same name are added up: each name is looked for in an array. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    char name[16];
    int amount;
    int group;
};

static unsigned long s = 99;

static unsigned rnd(void)
{
    s = s * 6364136223846793005ul + 1;
    return (unsigned)(s >> 33);
}

static char *make(int n, size_t *len)
{
    char *t = malloc((size_t)n * 40 + 1), *p = t;
    for (int i = 0; i < n; i++)
        p += sprintf(p, "name%u;%u;%u\n", rnd() % (unsigned)n, rnd() % 10000, rnd() % 32);
    *len = (size_t)(p - t);
    return t;
}

static const char *field(const char *p, char *out, int max)
{
    int i = 0;
    while (*p && *p != ';' && *p != '\n') {
        if (i < max - 1)
            out[i++] = *p;
        p++;
    }
    out[i] = 0;
    return *p ? p + 1 : p;
}

static int number(const char *t)
{
    int x = 0;
    for (; *t >= '0' && *t <= '9'; t++)
        x = x * 10 + *t - '0';
    return x;
}

static int parse(const char *p, struct row *r)
{
    int n = 0;
    char b[32];
    while (*p) {
        p = field(p, r[n].name, 16);
        p = field(p, b, 32);
        r[n].amount = number(b);
        p = field(p, b, 32);
        r[n].group = number(b);
        n++;
    }
    return n;
}

static int lines(const char *p)
{
    int n = 0;
    for (; *p; p++)
        n += *p == '\n';
    return n;
}

static struct row *find(struct row *all, int n, const char *name)
{
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (all[i].name[j] && all[i].name[j] == name[j])
            j++;
        if (all[i].name[j] == name[j])
            return &all[i];
    }
    return NULL;
}

static int sum_up(struct row *r, int n, struct row *out)
{
    int m = 0;
    for (int i = 0; i < n; i++) {
        struct row *f = find(out, m, r[i].name);
        if (f)
            f->amount += r[i].amount;
        else
            out[m++] = r[i];
    }
    return m;
}

static void groups(struct row *r, int n, long *g)
{
    for (int i = 0; i < n; i++)
        g[r[i].group] += r[i].amount;
}

static int by(const void *a, const void *b)
{
    return ((const struct row *)a)->amount - ((const struct row *)b)->amount;
}

static unsigned hash(const char *t)
{
    unsigned h = 2166136261u;
    while (*t)
        h = (h ^ (unsigned char)*t++) * 16777619u;
    return h;
}

static unsigned digest(struct row *r, int n)
{
    unsigned x = 0;
    for (int i = 0; i < n; i++)
        x = x * 3 + hash(r[i].name);
    return x;
}

static void reverse(struct row *r, int n)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        struct row t = r[i];
        r[i] = r[j];
        r[j] = t;
    }
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    size_t len;
    char *t = make(n, &len);
    int k = lines(t);
    struct row *r = calloc((size_t)k + 1, sizeof *r), *o = calloc((size_t)k + 1, sizeof *o);
    int got = parse(t, r), m = sum_up(r, got, o);
    long g[32] = { 0 };
    groups(r, got, g);
    qsort(o, (size_t)m, sizeof *o, by);
    reverse(o, m);
    long all = 0;
    for (int i = 0; i < 32; i++)
        all = all * 3 + g[i];
    printf("%d %d %ld %u\n", got, m, all, digest(o, m));
    free(t);
    free(r);
    free(o);
    (void)c;
}
