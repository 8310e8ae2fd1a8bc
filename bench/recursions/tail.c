/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 4000
struct node {
    struct node *next;
    uint64_t value;
};
static struct node nodes[N], *head;

/* The sum of a list: GCC makes a loop of it, with the plugin too. */
__attribute__((algoprof)) static uint64_t sum_of(const struct node *node)
{
    return node ? node->value + sum_of(node->next) : 0;
}

NOINLINE uint64_t kernel_tail(const struct node *node)
{
    return sum_of(node);
}

static void setup(void)
{
    head = NULL;
    for (int i = 0; i < N; i++) {
        nodes[i] = (struct node){ head, (uint64_t)i };
        head = &nodes[i];
    }
    kernel_tail(NULL);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        sum += kernel_tail(head);
        BARRIER();
    }
    return sum;
}

KERNEL(tail, 2000);
