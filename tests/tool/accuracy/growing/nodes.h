/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of the kinds whose input grows (growing.c, further.c, held.c). */
#ifndef NODES_H
#define NODES_H

#include "../programs/kinds.h"

struct node {
    struct node *next;
    struct item item;
};

static struct node *node_of(int key)
{
    struct node *node = get(sizeof *node);
    node->item.key = key;
    return node;
}

#endif
