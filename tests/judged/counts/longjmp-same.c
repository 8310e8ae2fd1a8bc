/* A loop left by longjmp within its own function, which begins it again in the same frame: each one is traced. */
/* target left: instances 10000, iterations 70000 */
#include "opaque.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;
static int cells[16];

__attribute__((noinline)) static int jump(int i)
{
    if (i == 6)
        longjmp(place, 1);
    return cells[i];
}

__attribute__((noinline)) static int again(void)
{
    volatile int times = 0, sum = 0;
    setjmp(place);
    if (times++ < 4) {
#pragma algoprof loop name(left)
        for (int i = 0; i < 16; i++)
            sum += jump(i);
    }
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 2500; k++)
        sum += again() + opaque(1);
    printf("%d\n", sum);
    return 0;
}
