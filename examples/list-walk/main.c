/* SPDX-License-Identifier: MIT
 *
 * A list is kept sorted by recursive insertion and summed up by a recursive
 * walk: n nodes cost n calls, in one chain.
 *
 *     main NODES [SEED]
 */
#include <stdio.h>
#include <stdlib.h>

#define WALKS 30

struct node {
    struct node *next;
    unsigned value;
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
static unsigned long sum_values(const struct node *list)
{
    return list ? list->value + sum_values(list->next) : 0;
}

__attribute__((algoprof))
static struct node *insert_after(struct node *list, struct node *added)
{
    if (!list || added->value < list->value) {
        added->next = list;
        return added;
    }
    list->next = insert_after(list->next, added);
    return list;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000;
    unsigned long checksum = 0;
    struct node *list = NULL, *nodes;

    if (n < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    nodes = calloc((size_t)n, sizeof(*nodes));
    if (!nodes)
        return 1;
    for (long i = 0; i < n; i++) {
        nodes[i].value = draw(1000000);
        list = insert_after(list, &nodes[i]);
        if (i % (n / WALKS + 1) == 0)
            checksum = checksum * 31 + sum_values(list);
    }
    checksum = checksum * 31 + sum_values(list);
    printf("nodes %ld checksum %lx\n", n, checksum);
    free(nodes);
    return 0;
}
