/* Two identical functions, which -fipa-icf makes one if it may. */
/* options: -fipa-icf */
/* target one: instances 3, calls 61, longest 7 */
/* target other: instances 2, calls 244, longest 10 */
#include "twin.h"
#include <stdio.h>

__attribute__((algoprof)) static int one(int n)
{
    RECURSION("one");
    return n < 2 ? n + 1 : one(n - 1) + one(n - 2);
}

__attribute__((algoprof)) static int other(int n)
{
    RECURSION("other");
    return n < 2 ? n + 1 : other(n - 1) + other(n - 2);
}

int main(void)
{
    printf("%d\n", other(opaque(10)));
    for (int i = 3; i < 9; i += 2)
        printf("%d\n", one(opaque(i)));
    printf("%d\n", other(opaque(8)));
    return 0;
}
