/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     pairs-by-budget tiny|list [TIMES]
 *
 * Loops of which a budget can pay few executions only: of one or two iterations, or along a shuffled list of 1,000 nodes
 * in 250 lines.  More work than the budget pays for either way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 1000
static struct node {
    struct node *next;
    long value;
} node[NODES], *first;

__attribute__((noinline)) static int search(const int *a, int n, int wanted)
{
    int i = 0;
#pragma algoprof loop name(tiny)
    while (i < n && a[i] != wanted)
        i++;
    return i;
}

__attribute__((noinline)) static long walk(const struct node *n)
{
    long sum = 0;
#pragma algoprof loop name(list)
    for (; n; n = n->next)
        sum += n->value;
    return sum;
}

static void shuffle(void)
{
    static int order[NODES];
    unsigned draw = 1;
    for (int i = 0; i < NODES; i++) {
        draw = draw * 1664525 + 1013904223;
        int j = (int)((draw >> 8) % (unsigned)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    for (int i = 0; i < NODES; i++) {
        node[order[i]] = (struct node){ first, i };
        first = &node[order[i]];
    }
}

int main(int argc, char **argv)
{
    static const int a[] = { 1, 2, 3 };
    long sum = 0, times = argc > 2 ? atol(argv[2]) : 1;
    if (argc < 2)
        return 2;
    shuffle();
    for (long i = 0; i < times; i++)
        sum += strcmp(argv[1], "list") ? search(a, 3, 3 - (int)(i & 1)) : walk(first);
    printf("%ld\n", sum);
    return 0;
}
