/* Walks whose iterations no variable counts, at lengths
   0, 1, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 31, 32, 33 and 1000
   nodes, 1215 in all.  "both" has a key in the middle of each list: of n nodes it
   enters the body n / 2 + 1 times; without a key, n + 1 times.  */
/* target sum: instances 16, iterations 1215 */
/* target back: instances 15, iterations 1215 */
/* target both: instances 32, iterations 1850 */
/* target skip: instances 16, iterations 1215 */
/* target late: instances 16, iterations 1215 */
/* target root: instances 16, iterations 1215 */
/* target three: instances 16, iterations 1215 */
#include "opaque.h"
#include <stdio.h>

struct node {
    struct node *next;
    unsigned value;
};

static struct node nodes[1001];
static unsigned parent[1001];

__attribute__((noinline)) static unsigned sum(const struct node *n)
{
    unsigned s = 0;
#pragma algoprof loop
    for (; n; n = n->next)
        s += n->value;
    return s;
}

/* The way out is behind the body. */
__attribute__((noinline)) static unsigned back(const struct node *n)
{
    unsigned s = 1;
#pragma algoprof loop
    do {
        s = s * 3 + n->value;
        n = n->next;
    } while (n);
    return s;
}

/* Ways out before and behind what is done. */
__attribute__((noinline)) static const struct node *both(const struct node *n, unsigned key)
{
#pragma algoprof loop
    for (;;) {
        if (!n)
            return NULL;
        if (n->value == key)
            return n;
        n = n->next;
    }
}

__attribute__((noinline)) static unsigned skip(const struct node *n)
{
    unsigned s = 0;
#pragma algoprof loop
    while (n) {
        const struct node *at = n;
        n = n->next;
        if (at->value & 1)
            continue;
        if (at->value == 5000)
            break;
        s ^= at->value;
    }
    return s;
}

/* What is volatile is read as often as the loop runs. */
__attribute__((noinline)) static unsigned late(const struct node *n)
{
    static volatile unsigned seen;
    seen = 0;
#pragma algoprof loop
    for (; n; n = n->next)
        seen = seen + n->value;
    return seen;
}

__attribute__((noinline)) static unsigned root(const unsigned *p, unsigned at)
{
#pragma algoprof loop
    while (p[at] != at)
        at = p[at];
    return at;
}

__attribute__((noinline)) static unsigned three(const struct node *n, unsigned low, unsigned high)
{
#pragma algoprof loop
    for (; n; n = n->next) {
        if (n->value < low)
            return 1;
        if (n->value > high)
            return 2;
    }
    return 3;
}

int main(void)
{
    static const int lengths[] = { 0, 1, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 31, 32, 33, 1000 };
    unsigned s = 0;
    for (int i = 0; i < opaque(16); i++) {
        int length = lengths[i];
        struct node *head = length ? nodes : NULL;
        for (int j = 0; j < length; j++)
            nodes[j] = (struct node){ j + 1 < length ? &nodes[j + 1] : NULL, (unsigned)j };
        for (int j = 0; j <= length; j++)
            parent[j] = j ? (unsigned)j - 1 : 0;
        s += sum(head) + skip(head) + late(head) + root(parent, (unsigned)length) + three(head, 0, 5000);
        s += head ? back(head) : 0;
        s += both(head, (unsigned)(length / 2)) != NULL;
        s += both(head, 5000) != NULL;
    }
    printf("%u\n", s);
    return 0;
}
