/* A call in the argument of a call; A(2, n) makes 2 n^2 + 7 n + 5 calls, in
   chains of 2 n + 4. */
/* target ackermann: instances 4, calls 6720, longest 84 */
#include "twin.h"
#include <stdio.h>

__attribute__((algoprof)) static int ackermann(int m, int n)
{
    RECURSION("ackermann");
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
    for (int n = 10; n <= 40; n += 10)
        printf("%d\n", ackermann(opaque(2), n));
    return 0;
}
