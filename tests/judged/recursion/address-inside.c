/* The function's own address, taken inside it and called in four ways. */
/* target f: instances 3, calls 42, longest 15 */
#include "twin.h"
#include <stdio.h>

typedef int function(int, int);

static function *stored;

static __attribute__((noinline)) int apply(function *g, int n, int way)
{
    return g(n, way) + 1;
}

__attribute__((algoprof)) int f(int n, int way)
{
    RECURSION("f");
    function *self = f;
    __asm__("" : "+r"(self));
    if (n == 0)
        return way;
    switch (way) {
    case 0:
        return self(n - 1, 1) + 1;
    case 1:
        stored = f;
        return stored(n - 1, 2) * 3;
    case 2:
        return apply(f, n - 1, 3);
    default:
        return f(n - 1, 0) ^ n;
    }
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d\n", f(opaque(12) + i, opaque(i)));
    return 0;
}
