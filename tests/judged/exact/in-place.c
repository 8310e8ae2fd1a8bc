/* Values that are read and written, in both orders. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = opaque(128);
    unsigned *a = calloc(n + 1, sizeof *a), *b = calloc(n, sizeof *b);
    for (int k = 0; k < 16; k++) {
        int i = 1, end = opaque(k * 8);
        JUDGE_BEGIN("sums");
#pragma algoprof loop name(sums)
        for (; i < end; i++) {
            JUDGE_STEP();
            a[i] += a[i - 1] + i;
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("forward");
#pragma algoprof loop name(forward)
        for (; i + 3 < end; i++) {
            JUDGE_STEP();
            b[i + 3] = a[i];
            b[i] ^= b[i + 1];
        }
        JUDGE_END();
    }
    printf("%u %u\n", a[40], b[33]);
    return 0;
}
