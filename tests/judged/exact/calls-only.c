/* A recursion of which only the calls are told: a loop around it misses its
   accesses, and says so; a loop inside it has its own. */
/* flags: -fplugin-arg-algoprof-no-accesses */
/* exact around: instances 2, size 40, union 40, external 0, opaque walk */
/* exact walk: instances 22, size 0, union 0, unseen */
/* exact inside: instances 88, size 32, union 32 */
#include "judge.h"
#include <stdio.h>

int table[10], far[10];
short row[16];

__attribute__((algoprof("recursion"), noinline)) static int walk(int depth)
{
    int sum = 0;
#pragma algoprof loop name(inside)
    for (int i = 0; i < 16; i++)
        sum += row[i];
    sum += far[depth];
    return depth ? sum + walk(depth - 1) * 3 : sum;
}

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 2; r++)
#pragma algoprof loop name(around)
        for (int i = 0; i < opaque(10); i++)
            sum += table[i] * walk(opaque(3));
    sum += walk(opaque(3)) - walk(opaque(3));
    printf("%d\n", sum);
    return 0;
}
