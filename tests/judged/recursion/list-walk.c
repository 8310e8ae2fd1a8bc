/* Walks of linked lists: one that sums up, one that is a tail call, one that
   finds the last node. */
/* target total: instances 3, calls 1113, longest 1001 */
/* target has: instances 3, calls 160, longest 101 */
/* target last: instances 3, calls 1200, longest 1000 */
#include "twin.h"
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

static struct node nodes[1000];

__attribute__((algoprof)) static long total(const struct node *n)
{
    RECURSION("total");
    return n ? n->value + total(n->next) : 0;
}

__attribute__((algoprof)) static int has(const struct node *n, int value)
{
    RECURSION("has");
    if (!n)
        return 0;
    return n->value == value || has(n->next, value);
}

__attribute__((algoprof)) static struct node *last(struct node *n)
{
    RECURSION("last");
    return n->next ? last(n->next) : n;
}

static struct node *list(int from, int to)
{
    for (int i = from; i < to; i++) {
        nodes[i].value = i * 3 + 1;
        nodes[i].next = i + 1 < to ? &nodes[i + 1] : NULL;
    }
    return from < to ? &nodes[from] : NULL;
}

int main(void)
{
    printf("%ld\n", total(list(0, opaque(1000))));
    printf("%d\n", last(nodes)->value);
    printf("%ld\n", total(list(0, opaque(10))));
    printf("%ld\n", total(list(0, opaque(100))));
    printf("%d\n", has(nodes, opaque(16)));
    printf("%d\n", has(nodes, opaque(157)));
    printf("%d\n", has(nodes, opaque(2)));
    last(nodes)->next = list(500, opaque(500));
    printf("%d\n", last(nodes)->value);
    return 0;
}
