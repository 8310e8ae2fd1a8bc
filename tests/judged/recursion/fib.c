/* fib (k) makes 2 F(k+1) - 1 calls, in chains of k (of 1 for k = 0). */
/* target fib: instances 5, calls 9187, longest 18 */
#include "twin.h"
#include <stdio.h>

__attribute__((algoprof)) static int fib(int n)
{
    RECURSION("fib");
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    printf("%d\n", fib(opaque(0)));
    for (int n = 3; n <= 18; n += 5)
        printf("%d\n", fib(opaque(n)));
    return 0;
}
