/* Targets within each other: the inner one's accesses are the outer one's too. */
#include "judge.h"
#include <stdio.h>

static int data[40], more[40];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 40; i++)
        more[i] = opaque(i);
    for (int r = 0; r < 6; r++) {
        int i = r, n = opaque(20 + r);
        JUDGE_BEGIN("outer");
#pragma algoprof loop name(outer)
        for (; i < n; i++) {
            JUDGE_STEP();
            int j = 0;
            data[i + 5] = i;
            JUDGE_BEGIN("inner");
#pragma algoprof loop name(inner)
            for (; j < i; j++) {
                JUDGE_STEP();
                sum += data[j] + more[(i + j) % 40];
            }
            JUDGE_END();
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
