/* Two-dimensional arrays: rows, columns, a product with nested targets. */
/* lackey */
#include "judge.h"
#include <stdio.h>

static double data_a[24][24], data_b[24][24], data_c[24][24];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < 24; j++) {
            data_a[i][j] = i - j;
            data_b[i][j] = i * j;
        }
    int n = opaque(24), i = 0;
    JUDGE_BEGIN("rows");
#pragma algoprof loop name(rows)
    for (; i < n; i++) {
        JUDGE_STEP();
        for (int j = 0; j < i; j++) {
            double s = 0;
            int k = 0;
            for (; k < n; k++)
                s += data_a[i][k] * data_b[k][j];
            data_c[i][j] = s;
            sum += data_c[j][i];
        }
    }
    JUDGE_END();
    for (int c = 0; c < n; c++) {
        i = c;
        JUDGE_BEGIN("column");
#pragma algoprof loop name(column)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += data_c[i][c];
        }
        JUDGE_END();
    }
    printf("%g\n", sum);
    return 0;
}
