/* A target in a target that GCC finds never to run: what stands in its place is not
   the program's inline assembly, of which nothing is known. */
#include "judge.h"
#include <stdio.h>

int data[64];

int main(void)
{
    int n = opaque(40), sum = 0, i = 0;
    JUDGE_BEGIN("around");
#pragma algoprof loop name(around)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += data[i];
        int k = 0;
        JUDGE_BEGIN("never");
#pragma algoprof loop name(never)
        for (; k < n && sizeof(int) == 2; k++) {
            JUDGE_STEP();
            sum += data[k] * i;
        }
        JUDGE_END();
    }
    JUDGE_END();
    printf("%d\n", sum);
    return 0;
}
