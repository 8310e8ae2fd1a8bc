/* SPDX-License-Identifier: GPL-3.0-or-later
 * A scanner that counts the lines before a token each time that it needs them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { ID, NUM, OP, END };

struct token {
    enum kind k;
    int start, len;
};

struct symbol {
    char *name;
    int uses;
};

static unsigned long s = 3;

static unsigned rnd(void)
{
    s = s * 6364136223846793005ul + 1;
    return (unsigned)(s >> 33);
}

static char *source(int n)
{
    char *t = malloc((size_t)n * 24 + 1), *p = t;
    for (int i = 0; i < n; i++)
        p += sprintf(p, "v%u = v%u + %u;\n", (unsigned)i, rnd() % (unsigned)(i + 1), rnd() % 1000);
    return t;
}

static struct token scan(const char *t, int at)
{
    while (t[at] == ' ' || t[at] == '\n')
        at++;
    int b = at;
    if (!t[at])
        return (struct token){ END, at, 0 };
    if (t[at] >= 'a' && t[at] <= 'z') {
        while ((t[at] >= 'a' && t[at] <= 'z') || (t[at] >= '0' && t[at] <= '9'))
            at++;
        return (struct token){ ID, b, at - b };
    }
    if (t[at] >= '0' && t[at] <= '9') {
        while (t[at] >= '0' && t[at] <= '9')
            at++;
        return (struct token){ NUM, b, at - b };
    }
    return (struct token){ OP, b, 1 };
}

static int line_of(const char *t, int at)
{
    int l = 1;
    for (int i = 0; i < at; i++)
        l += t[i] == '\n';
    return l;
}

static int intern(struct symbol *y, int *n, const char *t, int len, unsigned *table, unsigned mask)
{
    unsigned h = 5381;
    for (int i = 0; i < len; i++)
        h = h * 33 + (unsigned char)t[i];
    while (table[h & mask]) {
        struct symbol *q = &y[table[h & mask] - 1];
        if (!strncmp(q->name, t, (size_t)len) && !q->name[len]) {
            q->uses++;
            return (int)table[h & mask] - 1;
        }
        h++;
    }
    y[*n].name = strndup(t, (size_t)len);
    y[*n].uses = 1;
    table[h & mask] = (unsigned)++*n;
    return *n - 1;
}

int main(int c, char **v)
{
    int n = atoi(v[1]);
    char *t = source(n);
    struct symbol *y = calloc((size_t)n * 2 + 2, sizeof *y);
    unsigned mask = 1;
    while (mask < (unsigned)n * 3)
        mask *= 2;
    unsigned *table = calloc(mask, sizeof *table);
    mask--;
    int m = 0, at = 0, kinds[4] = { 0 };
    long lines = 0, ids = 0;
    for (;;) {
        struct token k = scan(t, at);
        kinds[k.k]++;
        if (k.k == END)
            break;
        if (k.k == ID)
            ids += intern(y, &m, t + k.start, k.len, table, mask);
        if (k.k == OP && t[k.start] == ';')
            lines += line_of(t, k.start);
        at = k.start + k.len;
    }
    int most = 0;
    for (int i = 0; i < m; i++)
        if (y[i].uses > most)
            most = y[i].uses;
    printf("%d %d %d %d %ld %ld %d\n", kinds[0], kinds[1], kinds[2], m, lines, ids, most);
    for (int i = 0; i < m; i++)
        free(y[i].name);
    free(y);
    free(t);
    free(table);
    (void)c;
}
