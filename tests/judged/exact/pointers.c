/* Rows behind pointers, and strings behind those. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 30 };
    char **rows = malloc(N * sizeof *rows);
    int sum = 0;
    for (int i = 0; i < N; i++) {
        rows[i] = malloc(i + 1);
        for (int j = 0; j < i; j++)
            rows[i][j] = 'a' + j % 26;
        rows[i][i] = 0;
    }
    for (int k = 0; k < 15; k++) {
        int i = k, n = opaque(2 * k);
        JUDGE_BEGIN("rows");
#pragma algoprof loop name(rows)
        for (; i < n; i++) {
            JUDGE_STEP();
            for (const char *s = rows[i]; *s; s++)
                sum += *s;
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
