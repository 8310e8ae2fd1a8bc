/* SPDX-License-Identifier: MIT
 *
 * Walks over a search tree of n random keys: 2 n calls in a chain of some
 * 2 ln n.  Words are counted in it, and now and then all counts are added up.
 *
 *     main KEYS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

#define WALKS 12

struct tree {
    struct tree *left, *right;
    unsigned key;
    unsigned count;
};

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* Without the plugin the attribute is unknown. */
#pragma GCC diagnostic ignored "-Wattributes"
__attribute__((algoprof))
static unsigned long sum_counts(const struct tree *t)
{
    return t ? sum_counts(t->left) + t->count + sum_counts(t->right) : 0;
}

static void count_key(struct tree **root, struct tree *room, long *used, unsigned key)
{
    while (*root && (*root)->key != key)
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    if (!*root) {
        *root = &room[(*used)++];
        (*root)->key = key;
    }
    (*root)->count++;
}

int main(int argc, char **argv)
{
    long keys = argc > 1 ? atol(argv[1]) : 1000;
    unsigned long checksum = 0;
    struct tree *root = NULL, *room;
    long used = 0;

    if (keys < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    room = calloc((size_t)keys, sizeof(*room));
    if (!room)
        return 1;
    for (long i = 0; i < keys; i++) {
        count_key(&root, room, &used, draw(1u << 30));
        if (i % (keys / WALKS + 1) == 0)
            checksum = checksum * 31 + sum_counts(root);
    }
    checksum = checksum * 31 + sum_counts(root);
    printf("keys %ld checksum %lx\n", used, checksum);
    free(room);
    return 0;
}
