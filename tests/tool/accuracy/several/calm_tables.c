/* SPDX-License-Identifier: GPL-3.0-or-later
 * A heap sort, a binary search, a tree and sums: nothing is steep. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    unsigned id, group;
    long amount;
};

struct node {
    struct node *left, *right;
    unsigned key;
    long sum;
};

static unsigned long state = 3;

static unsigned next_random(void)
{
    state = state * 6364136223846793005ul + 1;
    return (unsigned)(state >> 33);
}

static struct record *make(int n)
{
    struct record *r = malloc((size_t)n * sizeof *r);
    for (int i = 0; i < n; i++)
        r[i] = (struct record){ next_random(), next_random() % 100, next_random() % 10000 };
    return r;
}

static void sift(struct record *r, int at, int n)
{
    for (;;) {
        int c = 2 * at + 1;
        if (c >= n)
            return;
        if (c + 1 < n && r[c + 1].id > r[c].id)
            c++;
        if (r[at].id >= r[c].id)
            return;
        struct record t = r[at];
        r[at] = r[c];
        r[c] = t;
        at = c;
    }
}

static void heap_sort(struct record *r, int n)
{
    for (int i = n / 2; i >= 0; i--)
        sift(r, i, n);
    for (int i = n - 1; i > 0; i--) {
        struct record t = r[0];
        r[0] = r[i];
        r[i] = t;
        sift(r, 0, i);
    }
}

static const struct record *search(const struct record *r, int n, unsigned id)
{
    int low = 0, high = n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (r[mid].id < id)
            low = mid + 1;
        else
            high = mid;
    }
    return low < n ? &r[low] : NULL;
}

static struct node *insert(struct node **root, unsigned key, long amount)
{
    while (*root && (*root)->key != key)
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    if (!*root) {
        *root = calloc(1, sizeof **root);
        (*root)->key = key;
    }
    (*root)->sum += amount;
    return *root;
}

static void groups(const struct record *r, int n, long *g)
{
    for (int i = 0; i < n; i++)
        g[r[i].group] += r[i].amount;
}

static long prefix(const struct record *r, int n, long *out)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        out[i] = sum += r[i].amount;
    return sum;
}

static long windows(const long *p, int n, int w)
{
    long most = 0;
    for (int i = w; i < n; i++)
        if (p[i] - p[i - w] > most)
            most = p[i] - p[i - w];
    return most;
}

static long total(const struct node *t)
{
    return t ? t->sum + total(t->left) + total(t->right) : 0;
}

static void drop(struct node *t)
{
    if (t) {
        drop(t->left);
        drop(t->right);
        free(t);
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    struct record *r = make(n);
    long g[100] = { 0 }, *p = malloc((size_t)n * sizeof *p);
    struct node *root = NULL;
    for (int i = 0; i < n; i++)
        insert(&root, r[i].id % 100000, r[i].amount);
    groups(r, n, g);
    heap_sort(r, n);
    long found = 0;
    for (int i = 0; i < n; i++) {
        const struct record *x = search(r, n, next_random());
        found += x ? x->amount : 0;
    }
    long sum = prefix(r, n, p);
    printf("%ld %ld %ld %ld %ld\n", found, sum, windows(p, n, 16), total(root), g[7]);
    drop(root);
    free(p);
    free(r);
    return 0;
}
