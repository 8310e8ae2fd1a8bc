/* A window that slides by one. */
/* lackey */
#include "judge.h"
#include <stdio.h>

static double data_series[500];

int main(void)
{
    double best = 0;
    for (int i = 0; i < 500; i++)
        data_series[i] = i * 31 % 97;
    for (int k = 0; k + 32 <= 500; k += 4) {
        double sum = 0;
        int i = k, end = opaque(k + 32);
        JUDGE_BEGIN("window");
#pragma algoprof loop name(window)
        for (; i < end; i++) {
            JUDGE_STEP();
            sum += data_series[i];
        }
        JUDGE_END();
        if (sum > best)
            best = sum;
    }
    printf("%g\n", best);
    return 0;
}
