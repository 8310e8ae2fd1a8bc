/* Streaming: each instance has its own piece. */
/* lackey */
#include "judge.h"
#include <stdio.h>

static short data_in[4000];
static long data_out[4000];

int main(void)
{
    for (int i = 0; i < 4000; i++)
        data_in[i] = i * 3;
    for (int k = 0; k < 40; k++) {
        int i = k * 100, end = opaque(i + 100 - k);
        JUDGE_BEGIN("stream");
#pragma algoprof loop name(stream)
        for (; i < end; i++) {
            JUDGE_STEP();
            data_out[i] = data_in[i] * 2;
        }
        JUDGE_END();
    }
    printf("%ld\n", data_out[77]);
    return 0;
}
