/* setjmp inside the recursion: every third level catches what jumps from
   below, and goes on with another branch. */
#include "twin.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf *catcher;
static int jumps, calls;

__attribute__((algoprof)) static int climb(int n, int seed)
{
    RECURSION("climb");
    calls++;
    if (n == 0) {
        if (seed % 3 == 1 && catcher) {
            jumps++;
            longjmp(*catcher, 1);
        }
        return seed % 7;
    }
    if (n % 3)
        return climb(n - 1, seed * 5 + 1) + climb(n - 1, seed * 3 + 2);
    jmp_buf here, *volatile before = catcher;
    volatile int sum = 0;
    if (setjmp(here) == 0) {
        LANDED();
        catcher = &here;
        sum += climb(n - 1, seed + n);
    } else {
        LANDED();
        catcher = before;
        sum += climb(n - 1, seed * 6);
    }
    catcher = before;
    return sum + climb(n - 1, seed * 3 + 3);
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d\n", climb(opaque(6) + i, opaque(i)));
    printf("%d jumps, %d calls\n", jumps, calls);
    return 0;
}
