/* A recursion over two files: down () here calls back () there, which calls
   down () again.  Both are marked. */
/* target down: instances 3, calls 45, longest 21 */
/* target back: instances 3, calls 43, longest 20 */
/* also: more/other-unit.c */
#include "more/shared.h"
#include <stdio.h>

int calls;

__attribute__((algoprof("recursion"))) int down(int n)
{
    RECURSION("down");
    calls++;
    return n == 0 ? calls : back(n) + 1;
}

int main(void)
{
    printf("%d\n", down(opaque(20)));
    printf("%d\n", back(opaque(3)));
    printf("%d\n", down(opaque(20)));
    printf("%d\n", calls);
    return 0;
}
