/* Searches in a tree through a recursive callee, and a mutual recursion.  GCC reads no child that is not
   taken. */
/* flags: -fno-tree-pre -fno-tree-slp-vectorize -fno-if-conversion -fno-ssa-phiopt -fno-code-hoisting */
/* lackey */
#include "judge.h"
#include <stdio.h>

struct tree {
    struct tree *left, *right;
    int key;
    char color;
};

static struct tree data_nodes[127];

static struct tree *build(int from, int to)
{
    if (from >= to)
        return NULL;
    int middle = (from + to) / 2;
    data_nodes[middle].key = middle * 3;
    data_nodes[middle].left = build(from, middle);
    data_nodes[middle].right = build(middle + 1, to);
    return &data_nodes[middle];
}

static int find(const struct tree *t, int key, int depth)
{
    if (!t || t->key == key)
        return depth;
    return key < t->key ? find(t->left, key, depth + 1) * 2 : find(t->right, key, depth + 1) * 2 + 1;
}

static int odd(const struct tree *t);

static int even(const struct tree *t)
{
    return t ? t->color + odd(t->left) + odd(t->right) : 1;
}

static int odd(const struct tree *t)
{
    return t ? even(t->left) - even(t->right) : 0;
}

int main(void)
{
    struct tree *root = build(0, 127);
    int sum = 0;
    for (int k = 0; k < 20; k++) {
        int i = 0, n = opaque(k);
        JUDGE_BEGIN("search");
#pragma algoprof loop name(search)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum ^= find(root, i * 19, 0);
        }
        JUDGE_END();
        const struct tree *t = root;
        JUDGE_BEGIN("down");
#pragma algoprof loop name(down)
        while (t && t->key > opaque(30)) {
            JUDGE_STEP();
            sum += even(t->right);
            t = t->left;
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
