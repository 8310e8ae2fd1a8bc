/* Volatile objects: each access is one, as written; the trace makes no more. */
#include "judge.h"
#include <stdio.h>

static volatile int ports[64];
static volatile struct {
    short low, high;
} pairs[64];

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 8; k++) {
        int i = 0, n = opaque(8 * k);
        JUDGE_BEGIN("volatile");
#pragma algoprof loop name(volatile)
        for (; i < n; i++) {
            JUDGE_STEP();
            (void)ports[i];
            ports[(i * 7) & 63] += 3;
            if (i % 3)
                pairs[i].high = k;
            sum += pairs[i & 31].high;
        }
        JUDGE_END();
    }
    printf("%d %d\n", sum, ports[5]);
    return 0;
}
