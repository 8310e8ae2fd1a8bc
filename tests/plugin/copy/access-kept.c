/* A function that keeps all registers. */
/* { dg-do run } */
/* { dg-additional-options "-mgeneral-regs-only" } */
#include "walk-called.h"

__attribute__((noinline, used, no_caller_saved_registers)) static long walk(const struct node *n)
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

    printf("%ld %ld %ld %ld %ld\n", sum, kept[0], kept[1], kept[2], kept[3]);
    return 0;
}
