/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4000
struct node {
    struct node *left, *right;
    uint64_t key;
};
static struct node nodes[N], *root;

/* A walk over a search tree of random keys. */
__attribute__((algoprof)) static uint64_t walk(const struct node *node)
{
    return node ? walk(node->left) + node->key + walk(node->right) : 0;
}

NOINLINE uint64_t kernel_tree(const struct node *node)
{
    return walk(node);
}

static void setup(void)
{
    root = NULL;
    for (int i = 0; i < N; i++) {
        struct node **at = &root;

        nodes[i] = (struct node){ .key = bench_draw(UINT32_MAX) };
        while (*at)
            at = nodes[i].key < (*at)->key ? &(*at)->left : &(*at)->right;
        *at = &nodes[i];
    }
    kernel_tree(NULL);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        sum += kernel_tree(root);
        BARRIER();
    }
    return sum;
}

KERNEL(tree, 1000);
