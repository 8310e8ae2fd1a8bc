/* exit inside the third outermost instance, 7 calls deep. */
/* target leave: instances 3, calls 38, longest 20 */
#include "twin.h"
#include <stdio.h>
#include <stdlib.h>

static int steps;

__attribute__((algoprof)) static int leave(int n, int bottom)
{
    RECURSION("leave");
    steps++;
    if (n == bottom)
        exit(steps & 63);
    return n == 0 ? 0 : leave(n - 1, bottom) + n;
}

int main(void)
{
    printf("%d\n", leave(opaque(10), -1));
    printf("%d\n", leave(opaque(19), -1));
    fflush(stdout);
    return leave(opaque(10), 4);
}
