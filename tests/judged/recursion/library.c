/* A recursion over the program and a shared library, both marked; and one in an
   archive that comes back through a function pointer. */
/* target down: instances 3, calls 45, longest 21 */
/* target back: instances 3, calls 43, longest 20 */
/* target each: instances 2, calls 21, longest 4 */
/* shared: more/other-unit.c */
/* archive: more/each.c */
#include "more/shared.h"
#include <stdio.h>

int each(int (*visit)(int), int n);

int calls;

__attribute__((algoprof("recursion"))) int down(int n)
{
    RECURSION("down");
    calls++;
    return n == 0 ? calls : back(n) + 1;
}

static int visit(int n)
{
    return n > 0 ? each(visit, n - 1) : 1;
}

int main(void)
{
    printf("%d\n", down(opaque(20)));
    printf("%d\n", back(opaque(3)));
    printf("%d\n", down(opaque(20)));
    printf("%d\n", each(visit, opaque(3)) + each(visit, opaque(2)));
    printf("%d\n", calls);
    return 0;
}
