/* A comparator that recurses: trees, given to qsort, are compared node by node.
   Each call from qsort is an outermost instance. */
#include "twin.h"
#include <stdio.h>
#include <stdlib.h>

struct tree {
    const struct tree *left, *right;
    int key;
};

static struct tree nodes[400];
static int used;

__attribute__((algoprof)) static int compare_trees(const struct tree *a, const struct tree *b)
{
    RECURSION("compare_trees");
    if (!a || !b)
        return !!a - !!b;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    int left = compare_trees(a->left, b->left);
    return left ? left : compare_trees(a->right, b->right);
}

static int compare(const void *a, const void *b)
{
    return compare_trees(*(const struct tree *const *)a, *(const struct tree *const *)b);
}

static const struct tree *plant(unsigned *state, int depth)
{
    struct tree *t = &nodes[used++];
    *state = *state * 1103515245 + 12345;
    t->key = (int)(*state >> 16 & 1);
    if (depth > 0) {
        t->left = plant(state, depth - 1);
        t->right = plant(state, depth - 1);
    }
    return t;
}

int main(void)
{
    const struct tree *trees[12];
    unsigned state = (unsigned)opaque(5);
    for (int i = 0; i < 12; i++)
        trees[i] = plant(&state, 3);
    qsort(trees, 12, sizeof trees[0], compare);
    for (int i = 1; i < 12; i++)
        printf("%ld %d\n", (long)(trees[i] - nodes), compare_trees(trees[i - 1], trees[i]));
    return 0;
}
