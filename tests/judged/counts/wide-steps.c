/* Variables of 64 bits that step so far that they run over within few iterations: they do
   not tell the count. */
/* target walk: instances 40, iterations 7800 */
/* target divided: instances 40, iterations 400 */
#include "opaque.h"
#include <stdio.h>

struct node {
    struct node *next;
    unsigned long mixed;
};

static struct node nodes[401];

__attribute__((noinline)) static void walk(struct node *n)
{
    unsigned long h = 0;
#pragma algoprof loop name(walk)
    for (; n; n = n->next) {
        n->mixed = h;
        h += 1UL << 57;
    }
}

__attribute__((noinline)) static void divided(unsigned long *to, unsigned long n)
{
    unsigned long h = 0;
#pragma algoprof loop name(divided)
    for (unsigned long i = 0; i < n; i += 2) {
        to[i] = h;
        h += 1UL << 61;
    }
}

int main(void)
{
    static unsigned long mixed[64];
    unsigned long sum = 0;
    for (int k = 0; k < 40; k++) {
        int n = opaque(k * 10);
        for (int i = 0; i < n; i++)
            nodes[i].next = i + 1 < n ? &nodes[i + 1] : NULL;
        nodes[0].mixed = 0;
        walk(n ? nodes : NULL);
        divided(mixed, (unsigned)opaque(k));
        sum += nodes[k].mixed + mixed[k & ~1];
    }
    printf("%lu\n", sum);
    return 0;
}
