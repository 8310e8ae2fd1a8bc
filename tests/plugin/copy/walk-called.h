/* Includers define walk: it is called with numbers in the registers that telling an access changes. */
#include <stdio.h>

static struct node { struct node *next; long value; } node[8];

/* What walk gives; kept: of %r8 to %r11, 8 to 11 before, what is there behind it. */
static long call_walk(long kept[4])
{
    long sum;
    const struct node *first = node;

    for (int i = 0; i < 7; i++)
        node[i] = (struct node){ &node[i + 1], i };
    for (int i = 0; i < 4; i++)
        kept[i] = i + 8;
    __asm__ volatile("sub $128, %%rsp\n\t"
                     "mov (%2), %%r8\n\tmov 8(%2), %%r9\n\tmov 16(%2), %%r10\n\tmov 24(%2), %%r11\n\t"
                     "call walk\n\t"
                     "mov %%r8, (%2)\n\tmov %%r9, 8(%2)\n\tmov %%r10, 16(%2)\n\tmov %%r11, 24(%2)\n\t"
                     "add $128, %%rsp"
                     : "=a"(sum), "+D"(first) : "b"(kept)
                     : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
    return sum;
}
