/* qsort with a callback that reads a table of its own. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

static int weight[64];
static unsigned char items[400];

static int by_weight(const void *a, const void *b)
{
    const unsigned char *x = a, *y = b;
    int d = weight[*x % 64] - weight[*y % 64];
    return d ? d : *x - *y;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 64; i++)
        weight[i] = i * 29 % 64;
    for (int k = 0; k < 12; k++) {
        int i = 0, n = opaque(k);
        for (int j = 0; j < 400; j++)
            items[j] = j * 7 + k;
        JUDGE_BEGIN("sort");
#pragma algoprof loop name(sort)
        for (; i < n; i++) {
            JUDGE_STEP();
            qsort(items + i * 32, opaque(16), 1, by_weight);
            sum += items[i * 32 + 3];
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
