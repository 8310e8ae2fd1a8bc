/* Before main, after it, and in a handler of atexit. */
/* target fib: instances 4, calls 148, longest 8 */
#include "twin.h"
#include <stdio.h>
#include <stdlib.h>

__attribute__((algoprof)) int fib(int n);

static int early;

__attribute__((constructor)) static void before(void)
{
    early = fib(opaque(6));
}

static void after(void)
{
    printf("%d\n", fib(opaque(7)));
}

int main(void)
{
    atexit(after);
    printf("%d\n", early);
    printf("%d\n", fib(opaque(8)) + fib(opaque(5)));
    return 0;
}

int fib(int n)
{
    RECURSION("fib");
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
