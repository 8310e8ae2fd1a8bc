/* Registers that a function has changed are zero when it returns, if it is asked for. */
/* { dg-do run } */
/* { dg-additional-options "-fzero-call-used-regs=used-gpr" } */
#include <stdio.h>

static struct node { struct node *next; long value; } node[8];

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
    long sum, kept[4] = { 8, 9, 10, 11 };
    const struct node *first = node;

    for (int i = 0; i < 7; i++)
        node[i] = (struct node){ &node[i + 1], i };
    __asm__ volatile("sub $128, %%rsp\n\t"
                     "mov (%2), %%r8\n\tmov 8(%2), %%r9\n\tmov 16(%2), %%r10\n\tmov 24(%2), %%r11\n\t"
                     "call walk\n\t"
                     "mov %%r8, (%2)\n\tmov %%r9, 8(%2)\n\tmov %%r10, 16(%2)\n\tmov %%r11, 24(%2)\n\t"
                     "add $128, %%rsp"
                     : "=a"(sum), "+D"(first) : "b"(kept) : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
    for (int i = 0; i < 4; i++)     /* not changed, or zero */
        kept[i] = kept[i] == 0 || kept[i] == i + 8;
    printf("%ld %ld %ld %ld %ld\n", sum, kept[0], kept[1], kept[2], kept[3]);
    return 0;
}
