/* Sums of the form n + f (n - 1), which GCC makes loops with an accumulator. */
/* target sum: instances 6, calls 3844, longest 1953 */
/* target product: instances 2, calls 25, longest 16 */
#include "twin.h"
#include <stdio.h>

__attribute__((algoprof)) static unsigned sum(unsigned n)
{
    RECURSION("sum");
    return n <= 1 ? n : n + sum(n - 1);
}

__attribute__((algoprof)) static unsigned product(unsigned n)
{
    RECURSION("product");
    if (n <= 1)
        return 1;
    return n * product(n - 1);
}

int main(void)
{
    for (unsigned n = 1953; n >= 60; n /= 2)
        printf("%u\n", sum((unsigned)opaque((int)n)));
    printf("%u %u\n", product((unsigned)opaque(9)), product((unsigned)opaque(16)));
    return 0;
}
