/* Insertion and deletion in a binary search tree, both marked; a deletion of a
   node with two children deletes another below it. */
#include "twin.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *left, *right;
    unsigned key;
};

__attribute__((algoprof)) static struct node *insert(struct node *n, unsigned key)
{
    RECURSION("insert");
    if (!n) {
        n = calloc(1, sizeof *n);
        if (!n)
            abort();
        n->key = key;
    } else if (key < n->key)
        n->left = insert(n->left, key);
    else if (key > n->key)
        n->right = insert(n->right, key);
    return n;
}

__attribute__((algoprof)) static struct node *delete(struct node *n, unsigned key)
{
    RECURSION("delete");
    if (!n)
        return NULL;
    if (key < n->key)
        n->left = delete(n->left, key);
    else if (key > n->key)
        n->right = delete(n->right, key);
    else if (n->left && n->right) {
        const struct node *next = n->right;
        while (next->left)
            next = next->left;
        n->key = next->key;
        n->right = delete(n->right, n->key);
    } else {
        struct node *child = n->left ? n->left : n->right;
        free(n);
        return child;
    }
    return n;
}

__attribute__((algoprof)) static unsigned sum(const struct node *n)
{
    RECURSION("sum");
    return n ? n->key + sum(n->left) * 3 + sum(n->right) * 5 : 1;
}

int main(void)
{
    struct node *root = NULL;
    unsigned state = (unsigned)opaque(12345);
    for (int i = 0; i < 400; i++) {
        state = state * 1103515245 + 12345;
        root = insert(root, state >> 16 & 1023);
    }
    printf("%u\n", sum(root));
    for (int i = 0; i < 400; i++) {
        state = state * 1103515245 + 12345;
        root = delete(root, state >> 16 & 1023);
    }
    printf("%u\n", sum(root));
    return 0;
}
