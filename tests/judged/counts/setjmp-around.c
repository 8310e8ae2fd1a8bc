/* setjmp before the loop in the same function; longjmp enters it anew 4 times:
   3 iterations each, the last of 5 runs through with 6. */
/* target main: instances 5, iterations 18 */
#include "opaque.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static int sum;

__attribute__((noinline)) static void leave(void)
{
    longjmp(env, 1);
}

int main(void)
{
    volatile int round = 0;
    setjmp(env);
    round++;
#pragma algoprof loop
    for (int i = 0; i < opaque(6); i++) {
        sum += i;
        if (round < 5 && i == 2)
            leave();
    }
    printf("%d %d\n", sum, round);
    return 0;
}
