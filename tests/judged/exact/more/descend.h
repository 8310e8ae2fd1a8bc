/* SPDX-License-Identifier: GPL-3.0-or-later
 * A step of a tree's walk, in a library. */
#include <stddef.h>

struct tree {
    struct tree *child[2];
    int key;
};

long descend(const struct tree *t, int depth, long (*visit)(const struct tree *, int));
