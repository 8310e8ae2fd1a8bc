/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 1000
struct node {
    struct node *next;
    uint64_t value;
};
static struct node nodes[N], *head;

/* A walk over a linked list, its nodes in random order. */
NOINLINE uint64_t kernel_list(const struct node *node)
{
    uint64_t sum = 0;

#pragma algoprof loop name(list)
    for (; node; node = node->next)
        sum += node->value;
    return sum;
}

static void setup(void)
{
    static long order[N];

    head = NULL;
    for (long i = 0; i < N; i++) {
        long j = bench_draw((uint32_t)i + 1);

        order[i] = order[j];
        order[j] = i;
    }
    for (long i = 0; i < N; i++) {
        nodes[order[i]].next = head;
        nodes[order[i]].value = (uint64_t)i;
        head = &nodes[order[i]];
    }
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

KERNEL(list, 4000);
