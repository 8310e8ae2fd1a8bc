/* Two marked loops in two functions are left at once: outer bodies 2 a round
   (i = 0 whole, i = 1 cut short), inner 5 + 3. */
/* target outer: instances 4, iterations 8 */
/* target inner: instances 8, iterations 32 */
#include "opaque.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;
static int sum;

__attribute__((noinline)) static void leave(void)
{
    longjmp(env, 1);
}

__attribute__((noinline)) static void inner(int i)
{
#pragma algoprof loop
    for (int j = 0; j < opaque(5); j++) {
        sum += j;
        if (i == 1 && j == 2)
            leave();
    }
}

__attribute__((noinline)) static void outer(void)
{
#pragma algoprof loop
    for (int i = 0; i < opaque(10); i++)
        inner(i);
}

int main(void)
{
    for (volatile int k = 0; k < 4; k++)
        if (!setjmp(env))
            outer();
    printf("%d\n", sum);
    return 0;
}
