/* Structures returned, small and large, and passed by value. */
/* target count: instances 2, calls 190, longest 7 */
/* target grow: instances 2, calls 27, longest 16 */
/* target pair: instances 2, calls 42, longest 21 */
#include "twin.h"
#include <stdio.h>

struct counts {
    long leaves, inner, deepest, spare[5];
};

struct pair {
    int a, b;
};

struct big {
    int n, cells[20];
};

__attribute__((algoprof)) static struct counts count(unsigned bits, int depth)
{
    RECURSION("count");
    struct counts c = { 1, 0, depth, { bits } };
    if (depth < 6) {
        struct counts left = count(bits * 3 + 1, depth + 1), right = count(bits * 5 + 2, depth + 1);
        c.leaves = left.leaves + right.leaves;
        c.inner = left.inner + right.inner + 1;
        c.deepest = left.deepest > right.deepest ? left.deepest : right.deepest;
        c.spare[4] = left.spare[0] ^ right.spare[4];
    }
    return c;
}

__attribute__((algoprof)) static int grow(struct big b)
{
    RECURSION("grow");
    if (b.n == 0)
        return b.cells[3];
    b.cells[b.n]++;
    b.n--;
    return grow(b) * 3 + b.cells[b.n];
}

__attribute__((algoprof)) static struct pair pair(struct pair p)
{
    RECURSION("pair");
    if (p.a == 0)
        return p;
    struct pair next = { p.a - 1, p.b * 3 + p.a };
    return pair(next);
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct counts c = count((unsigned)opaque(i), opaque(i));
        printf("%ld %ld %ld %ld\n", c.leaves, c.inner, c.deepest, c.spare[4]);
        struct big b = { opaque(15 - 5 * i), { 1, 2, 3, 4, 5 } };
        printf("%d\n", grow(b));
        struct pair p = pair((struct pair){ opaque(20), i });
        printf("%d %d\n", p.a, p.b);
    }
    return 0;
}
