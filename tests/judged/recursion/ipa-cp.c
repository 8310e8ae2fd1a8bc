/* Constant arguments: -fipa-cp makes copies of a recursion for them, for a
   depth that counts down from a constant as well. */
/* options: -fipa-cp-clone */
/* target scan: instances 4, calls 845, longest 501 */
/* target deep: instances 2, calls 62, longest 5 */
#include "twin.h"
#include <stdio.h>

static int data[512];

__attribute__((algoprof, noinline)) static int scan(int from, int to, int step, int mode)
{
    RECURSION("scan");
    if (from >= to)
        return mode;
    data[from] += step;
    return (mode == 1 ? data[from] * 3 : data[from] ^ mode) + scan(from + step, to, step, mode);
}

__attribute__((algoprof, noinline)) static int deep(int n, int side)
{
    RECURSION("deep");
    data[side & 511]++;
    return n == 0 ? data[side & 255] : deep(n - 1, side * 2) + deep(n - 1, side * 2 + 1);
}

int main(void)
{
    printf("%d\n", scan(0, 100, 1, 1));
    printf("%d\n", scan(opaque(0), 500, 5, 2));
    printf("%d\n", scan(opaque(0), opaque(500), 1, 2));
    printf("%d\n", scan(0, opaque(423), 3, 1));
    printf("%d\n", deep(4, 1));
    printf("%d\n", deep(4, opaque(2)));
    return 0;
}
