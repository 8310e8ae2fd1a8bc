/* Global scalars, static and external ones, and thread-local memory.  GCC keeps no variable in a register in the
   loop: what it reads before would be read in an instance that does not come to it. */
/* flags: -fno-tree-loop-im -fno-gcse -fno-tree-pre */
#include "judge.h"
#include <stdio.h>

static int counter;
int visible;
static _Thread_local int own[8];
static const int *where;

int main(void)
{
    int sum = 0;
    where = opaque(1) ? &visible : &counter;
    for (int k = 0; k < 9; k++) {
        int i = 0, n = opaque(k);
        JUDGE_BEGIN("globals");
#pragma algoprof loop name(globals)
        for (; i < n; i++) {
            JUDGE_STEP();
            counter += i;
            if (i == 3)
                visible = i;
            own[i] += counter;
            if (i > 4)
                sum += *where;
        }
        JUDGE_END();
    }
    printf("%d %d %d\n", sum, counter, own[2]);
    return 0;
}
