/* The same array again and again, left early at different places. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = opaque(200), sum = 0;
    long *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i * 37 % 200;
    for (int k = 0; k < 40; k++) {
        int i = 0;
        JUDGE_BEGIN("rescan");
#pragma algoprof loop name(rescan)
        for (; i < n; i++) {
            JUDGE_STEP();
            if (a[i] == k * 5)
                break;
        }
        JUDGE_END();
        sum += i;
    }
    printf("%d\n", sum);
    return 0;
}
