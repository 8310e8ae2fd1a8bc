/* SPDX-License-Identifier: MIT
 *
 * A unit test of growth with plain assert: a list's length is linear, appending at its end over and over is not.
 *
 *     algoprof-gcc -O2 -g plain.c -o plain && ./plain
 */
#include <assert.h>
#include <stdlib.h>

#include <algoprof/expect.h>

struct node {
    struct node *next;
};

static struct node *append(struct node *list, struct node *node)
{
    struct node **end = &list;
#pragma algoprof loop name(append)
    while (*end)
        end = &(*end)->next;
    *end = node;
    return list;
}

static struct node *push(struct node *list, struct node *node)
{
    node->next = list;
    return node;
}

static size_t length(const struct node *list)
{
    size_t n = 0;
#pragma algoprof loop name(length)
    for (; list; list = list->next)
        n++;
    return n;
}

static void test_length(unsigned long n)
{
    struct node *nodes = calloc(n, sizeof *nodes), *list = NULL;
    for (unsigned long i = 0; i < n; i++)
        list = push(list, &nodes[i]);
    assert(length(list) == n);
    free(nodes);
}

static void test_append(unsigned long n)
{
    struct node *nodes = calloc(n, sizeof *nodes), *list = NULL;
    for (unsigned long i = 0; i < n; i++)
        list = append(list, &nodes[i]);
    free(nodes);
}

int main(void)
{
    static const unsigned long sizes[] = { 100, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 2000 };
    const size_t n = sizeof sizes / sizeof *sizes;
    assert(algoprof_expect("n", test_length, sizes, n) == ALGOPROF_WITHIN);
    /* A test that documents a known weakness. */
    assert(algoprof_expect("n log n", test_append, sizes, n) == ALGOPROF_EXCEEDED);
    return 0;
}
