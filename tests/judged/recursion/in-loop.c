/* A recursion inside a marked loop: fib (5..14) twice, 2 F(n+1) - 1 calls each. */
/* target fib: instances 20, calls 6316, longest 14 */
/* loop main: instances 2, iterations 20 */
#include "twin.h"
#include <stdio.h>

static int seen[32];

__attribute__((algoprof)) static int fib(int n)
{
    RECURSION("fib");
    seen[n]++;
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 2; r++)
#pragma algoprof loop
        for (int i = 5; i < opaque(15); i++)
            sum += fib(i) * (r + 1);
    printf("%d %d\n", sum, seen[1]);
    return 0;
}
