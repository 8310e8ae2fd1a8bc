/* A nested function (GNU C) that recurses, with a static chain; its address is
   taken. */
/* target inner: instances 6, calls 114, longest 31 */
#include "twin.h"
#include <stdio.h>

static int apply(int (*f)(int), int n)
{
    return f(n) + 1;
}

static int outer(int n, int bottom)
{
    int calls = 0;

    __attribute__((algoprof)) int inner(int m)
    {
        RECURSION("inner");
        calls++;
        return m == bottom ? calls : inner(m - 1) * 3 + m + n;
    }

    return inner(n) + apply(inner, n + 10) + calls;
}

int main(void)
{
    printf("%d\n", outer(opaque(20), 0));
    printf("%d\n", outer(opaque(10), 1));
    printf("%d\n", outer(opaque(10), 0));
    return 0;
}
