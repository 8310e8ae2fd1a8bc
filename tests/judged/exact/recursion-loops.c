/* A recursion in a marked loop, with a marked loop in it: every byte belongs to
   all that stand around it. */
#include "judge.h"
#include <stdio.h>

static short rows[64][10];

__attribute__((algoprof("recursion"))) static int tree(int node, int end)
{
    int sum = 0, i = 0, n = node % 10;
    JUDGE_STEP();
    if (node >= end)
        return 1;
    JUDGE_BEGIN("row");
#pragma algoprof loop name(row)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += rows[node][i];
    }
    JUDGE_END();
    return sum + tree(node * 2 + 1, end) + tree(node * 2 + 2, end) * 3;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 640; i++)
        rows[i / 10][i % 10] = (short)(i * 7);
    for (int k = 1; k < 4; k++) {
        int i = 0, n = opaque(k);
        JUDGE_BEGIN("trees");
#pragma algoprof loop name(trees)
        for (; i < n; i++) {
            int end = 20 * (i + 1), weight;
            JUDGE_STEP();
            JUDGE_BEGIN("tree");
            weight = tree(i, end);
            JUDGE_END();
            sum += weight;
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
