/* Prefixes of one array: instance k reads 4 k bytes. */
/* lackey */
#include "judge.h"
#include <stdio.h>

static int data_cells[300];

int main(void)
{
    int sum = 0, n = opaque(300);
    for (int i = 0; i < 300; i++)
        data_cells[i] = i * 7;
    for (int k = 0; k < n; k += 9) {
        int i = 0;
        JUDGE_BEGIN("scan");
#pragma algoprof loop name(scan)
        for (; i < k; i++) {
            JUDGE_STEP();
            sum += data_cells[i];
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
