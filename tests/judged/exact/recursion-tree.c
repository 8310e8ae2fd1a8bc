/* lackey */
/* Recursions over search trees: one path, all nodes, and insertion, which
   writes what it then reads. */
#include "judge.h"
#include <stdio.h>

struct tree {
    struct tree *left;
    int key;            /* between the links, of which GCC may read both else */
    short level, count; /* not at a word's beginning, where GCC may read all of it */
    struct tree *right;
};

struct tree data_nodes[200];
static int used;

__attribute__((algoprof)) static int find(const struct tree *t, int key)
{
    JUDGE_STEP();
    if (!t || t->key == key)
        return t ? t->count : -1;
    return find(key < t->key ? t->left : t->right, key) * 2 + 1;
}

__attribute__((algoprof)) static int sum(const struct tree *t)
{
    JUDGE_STEP();
    return t ? sum(t->left) * 3 + t->count + sum(t->right) * 5 : 1;
}

__attribute__((algoprof)) static struct tree *insert(struct tree *t, struct tree *added, int key)
{
    JUDGE_STEP();
    if (!t) {
        added->key = key;
        added->left = added->right = NULL;
        added->count = (short)(key & 15);
        return added;
    }
    if (key < t->key)
        t->left = insert(t->left, added, key);
    else
        t->right = insert(t->right, added, key);
    return t;
}

int main(void)
{
    struct tree *root = NULL;
    int all = 0;
    for (int i = 0; i < 100; i++) {
        struct tree *added = &data_nodes[used];
        int key = opaque(i * 37 % 101);
        used += 2;
        JUDGE_BEGIN("insert");
        root = insert(root, added, key);
        JUDGE_END();
        if (i % 9 == 0) {
            int found, weight;
            key = opaque(i);
            JUDGE_BEGIN("find");
            found = find(root, key);
            JUDGE_END();
            JUDGE_BEGIN("sum");
            weight = sum(root);
            JUDGE_END();
            all = all * 31 + found + weight;
        }
    }
    printf("%d\n", all);
    return 0;
}
