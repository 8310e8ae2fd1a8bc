/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4000
struct node {
    struct node *next;
    uint64_t value;
};
static struct node nodes[N], *head;

/* A hash of a list, from its end: no compiler makes a loop of it. */
__attribute__((algoprof)) static uint64_t hash(const struct node *node)
{
    return node ? (node->value ^ hash(node->next)) * 0x9e3779b97f4a7c15u : 1;
}

NOINLINE uint64_t kernel_list(const struct node *node)
{
    return hash(node);
}

static void setup(void)
{
    head = NULL;
    for (int i = 0; i < N; i++) {
        nodes[i] = (struct node){ head, (uint64_t)i };
        head = &nodes[i];
    }
    kernel_list(NULL);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        sum += kernel_list(head);
        BARRIER();
    }
    return sum;
}

KERNEL(list, 2000);
