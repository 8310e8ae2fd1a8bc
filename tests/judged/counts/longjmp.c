/* Left by longjmp out of a callee, in iteration k + 1 of round k: 1 + ... + 8. */
/* target main: instances 8, iterations 36 */
#include "opaque.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static int where;

__attribute__((noinline)) static void work(int i)
{
    where += opaque(i);
}

__attribute__((noinline)) static void leave(int i, int k)
{
    work(i);
    if (i == k)
        longjmp(env, 1);
}

int main(void)
{
    for (volatile int k = 0; k < 8; k++) {
        if (setjmp(env))
            continue;
        volatile int round = k;
#pragma algoprof loop
        for (int i = 0; i < 100; i++)
            leave(i, round);
    }
    printf("%d\n", where);
    return 0;
}
