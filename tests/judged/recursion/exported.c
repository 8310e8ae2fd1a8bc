/* An exported function, which may be replaced at link time with -fPIC, and a
   static one; both have an alias, the exported one a weak caller too. */
/* target power: instances 3, calls 126, longest 44 */
/* target tower: instances 2, calls 62, longest 5 */
#include "twin.h"
#include <stdio.h>

unsigned power(unsigned base, int n);
unsigned other_power(unsigned base, int n) __attribute__((alias("power")));
__attribute__((weak)) unsigned weak_power(unsigned base, int n);

__attribute__((algoprof)) unsigned power(unsigned base, int n)
{
    RECURSION("power");
    return n == 0 ? 1 : base * power(base + 1, n - 1);
}

unsigned weak_power(unsigned base, int n)
{
    return power(base, n) ^ 1;
}

__attribute__((algoprof)) static unsigned tower(unsigned seed, int n)
{
    RECURSION("tower");
    return n == 0 ? seed : tower(seed * 3, n - 1) + tower(seed * 5, n - 1);
}

int main(void)
{
    printf("%u\n", power((unsigned)opaque(3), 40));
    printf("%u\n", other_power((unsigned)opaque(3), 41 - opaque(1)));
    printf("%u\n", weak_power((unsigned)opaque(2), 43 - opaque(0)));
    printf("%u\n", tower((unsigned)opaque(2), opaque(4)));
    printf("%u\n", tower((unsigned)opaque(7), opaque(4)));
    return 0;
}
