/* Registers that a function has changed are zero when it returns, if it is asked for. */
/* { dg-do run } */
/* { dg-additional-options "-fzero-call-used-regs=used-gpr" } */
#include "walk-called.h"

__attribute__((noinline, used)) static long walk(const struct node *n)
{
    long sum = 0;

#pragma algoprof loop
    for (; n; n = n->next)
        sum += n->value;
    return sum;
}

int main(void)
{
    long kept[4], sum = call_walk(kept);

    for (int i = 0; i < 4; i++)     /* not changed, or zero */
        kept[i] = kept[i] == 0 || kept[i] == i + 8;
    printf("%ld %ld %ld %ld %ld\n", sum, kept[0], kept[1], kept[2], kept[3]);
    return 0;
}
