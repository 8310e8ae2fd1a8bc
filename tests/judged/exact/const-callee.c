/* A loop that touches nothing itself: a const function reads a table. */
/* exact looked: instances 8, size 64, union 64 */
#include "judge.h"
#include <stdio.h>

static __attribute__((noinline)) unsigned weight(unsigned i)
{
    static const unsigned table[16] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3 };
    return table[i & 15];
}

int main(void)
{
    unsigned sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(40);
#pragma algoprof loop name(looked)
        for (int i = 0; i < n; i++)
            sum += weight(i);
    }
    printf("%u\n", sum);
    return 0;
}
