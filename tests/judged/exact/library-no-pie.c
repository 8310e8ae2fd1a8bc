/* A shared library's functions, called by name from a program at a fixed address:
   their address there is not that of the program's stub. */
/* flags: -fno-pie -no-pie */
/* shared: more/far.c */
#include "judge.h"
#include "more/far.h"
#include <stdio.h>

static int data[512];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 512; i++)
        data[i] = i * 37 % 512;
    for (int k = 0; k < 4; k++) {
        int i = 0, n = opaque(k * 20);
        JUDGE_BEGIN("direct");
#pragma algoprof loop name(direct)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += far_read(data + i * 2, i);
        }
        JUDGE_END();
        i = 0;
        JUDGE_BEGIN("tail");
#pragma algoprof loop name(tail)
        for (; i < n; i++) {
            JUDGE_STEP();
            sum += far_tail(data, i);
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
