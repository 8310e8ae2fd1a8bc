/* Walks that GCC makes loops of, at lengths around those at which calls are counted
   together: lists of 0, 1, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 31, 32, 33 and 1000 nodes. */
/* target total: instances 16, calls 1231, longest 1001 */
/* target has: instances 32, calls 2434, longest 1001 */
/* target end: instances 16, calls 1216, longest 1000 */
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

__attribute__((algoprof)) static const struct node *end(const struct node *n)
{
    RECURSION("end");
    if (!n || !n->next)
        return n;
    return end(n->next);
}

int main(void)
{
    static const int lengths[] = { 0, 1, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 31, 32, 33, 1000 };
    long s = 0;
    for (int i = 0; i < opaque(16); i++) {
        int length = lengths[i];
        struct node *head = length ? nodes : NULL;
        for (int j = 0; j < length; j++)
            nodes[j] = (struct node){ j + 1 < length ? &nodes[j + 1] : NULL, j };
        s += total(head) + has(head, -1) + has(head, length - 2) + (end(head) != NULL);
    }
    printf("%ld\n", s);
    return 0;
}
