/* SPDX-License-Identifier: MIT
 *
 * The parent of each node of an XML document, kept as a flat array of nodes in
 * document order, is found by scanning backwards to the nearest node one level
 * up.  In a flat document that is the root, at the very beginning: n nodes
 * cost n^2.  After MySQL bug 27287.
 *
 *     main ITEMS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    unsigned level;
    unsigned name;
    unsigned begin, end;    /* of its text, in the document */
    long parent;
};

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static long find_parent(const struct node *nodes, long node)
{
    long i;

#pragma algoprof loop name(xml_parent)
    for (i = node - 1; i >= 0; i--)
        if (nodes[i].level + 1 == nodes[node].level)
            break;
    return i;
}

static long add_node(struct node *nodes, long node, unsigned level)
{
    nodes[node].level = level;
    nodes[node].name = draw(1000);
    nodes[node].begin = node ? nodes[node - 1].end : 0;
    nodes[node].end = nodes[node].begin + draw(80);
    nodes[node].parent = find_parent(nodes, node);
    return node + 1;
}

int main(int argc, char **argv)
{
    long items = argc > 1 ? atol(argv[1]) : 1000;
    struct node *nodes;
    unsigned long checksum = 0;
    long count = 0;

    if (items < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    nodes = malloc((size_t)(3 * items + 1) * sizeof(*nodes));
    if (!nodes)
        return 1;
    count = add_node(nodes, count, 0);
    for (long item = 0; item < items; item++) {
        unsigned children = draw(3);

        count = add_node(nodes, count, 1);
        while (children-- > 0)
            count = add_node(nodes, count, 2);
    }
    for (long i = 0; i < count; i++)
        checksum = checksum * 31 + (unsigned long)nodes[i].parent + nodes[i].end;
    printf("nodes %ld checksum %lx\n", count, checksum);
    free(nodes);
    return 0;
}
