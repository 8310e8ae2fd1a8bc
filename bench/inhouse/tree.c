// SPDX-License-Identifier: GPL-3.0-or-later
// A treap: insertions, look-ups, a walk.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *child[2];
    unsigned key, priority;
    unsigned long count;
};

static unsigned long seed = 88172645463325252UL;

static unsigned next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 11);
}

static void insert(struct node **at, unsigned key)
{
    struct node *n = *at;
    if (!n) {
        n = *at = calloc(1, sizeof *n);
        n->key = key;
        n->priority = next();
        n->count = 1;
        return;
    }
    if (n->key == key) {
        n->count++;
        return;
    }
    int side = key > n->key;
    insert(&n->child[side], key);
    struct node *c = n->child[side];
    if (c->priority > n->priority) {
        n->child[side] = c->child[!side];
        c->child[!side] = n;
        *at = c;
    }
}

static const struct node *find(const struct node *n, unsigned key)
{
    while (n && n->key != key)
        n = n->child[key > n->key];
    return n;
}

static unsigned long sum(const struct node *n)
{
    return n ? n->count * n->key + sum(n->child[0]) + sum(n->child[1]) : 0;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 100000;
    struct node *root = NULL;
    unsigned long hits = 0;
    for (unsigned i = 0; i < n; i++)
        insert(&root, next() % (2 * n));
    for (unsigned i = 0; i < 2 * n; i++)
        hits += find(root, next() % (2 * n)) != NULL;
    printf("%lu %lu\n", hits, sum(root));
}
