/* A recursion that goes through a shared library and back: what either reads
   belongs to the outermost call. */
/* shared: more/descend.c */
#include "judge.h"
#include "more/descend.h"
#include <stdio.h>

static struct tree nodes[200];
static long prices[50];

__attribute__((algoprof("recursion"), noinline)) long price(const struct tree *t, int depth)
{
    JUDGE_STEP();
    return t ? prices[t->key % 50] + descend(t, depth, price) : 0;
}

int main(void)
{
    long sum = 0;
    for (int i = 0; i < 50; i++)
        prices[i] = i * 11 % 37;
    for (int i = 0; i < 200; i++) {
        nodes[i].key = i * 7 % 61;
        nodes[i].child[0] = i * 2 + 1 < 200 ? &nodes[i * 2 + 1] : NULL;
        nodes[i].child[1] = i * 2 + 2 < 200 ? &nodes[i * 2 + 2] : NULL;
    }
    for (int k = 0; k < 6; k++) {
        const struct tree *top = &nodes[opaque(k)];
        long found;
        JUDGE_BEGIN("price");
        found = price(top, opaque(k + 1));
        JUDGE_END();
        sum += found;
    }
    printf("%ld\n", sum);
    return 0;
}
