/* A walk that is inlined in three places, walks in a walk, and walks one behind the other.
   Lists of 0 to 39 nodes: 780.  */
/* target walk: instances 99, iterations 1711 */
/* target outer: instances 40, iterations 780 */
/* target inner: instances 780, iterations 10660 */
/* target first: instances 40, iterations 590 */
/* target second: instances 40, iterations 780 */
#include "opaque.h"
#include <stdio.h>

struct node {
    struct node *next, *down;
    unsigned value;
};

static struct node nodes[40];

static inline unsigned walk(const struct node *n, unsigned s)
{
#pragma algoprof loop
    for (; n; n = n->next)
        s ^= n->value;
    return s;
}

__attribute__((noinline)) static unsigned twice(const struct node *n, const struct node *m)
{
    return walk(m, walk(n, 7) & 3);
}

__attribute__((noinline)) static unsigned nested(const struct node *n)
{
    unsigned s = 0;
#pragma algoprof loop name(outer)
    for (; n; n = n->next)
#pragma algoprof loop name(inner)
        for (const struct node *m = n->down; m; m = m->next)
            s += m->value;
    return s;
}

__attribute__((noinline)) static unsigned split(const struct node *n)
{
    unsigned s = 0;
    const struct node *m = n;
#pragma algoprof loop name(first)
    while (n && n->value != 20) {
        s += n->value;
        n = n->next;
    }
#pragma algoprof loop name(second)
    for (; m; m = m->next)
        s = s * 5 + m->value;
    return s + (n ? walk(n, 1) & 0 : 0);
}

int main(void)
{
    unsigned s = 0;
    for (int length = 0; length < opaque(40); length++) {
        for (int j = 0; j < length; j++)
            nodes[j] = (struct node){ j + 1 < length ? &nodes[j + 1] : NULL, &nodes[length - 1 - j], (unsigned)j };
        const struct node *head = length ? nodes : NULL;
        s += twice(head, head ? head->next : NULL) + nested(head) + split(head);
    }
    printf("%u\n", s);
    return 0;
}
