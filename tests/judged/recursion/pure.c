/* Functions that are pure or const, as declared and as GCC finds out, called
   where it may not merge calls. */
/* target declared_pure: instances 4, calls 1038, longest 12 */
/* target declared_const: instances 5, calls 46, longest 17 */
/* target found: instances 5, calls 153, longest 31 */
#include "twin.h"
#include <stdio.h>

static int table[64];

__attribute__((algoprof, pure, noinline)) static int declared_pure(int n)
{
    RECURSION("declared_pure");
    return n < 2 ? table[n] : declared_pure(n - 1) + declared_pure(n - 2) * table[n];
}

__attribute__((algoprof, const)) static unsigned declared_const(unsigned n, unsigned m)
{
    RECURSION("declared_const");
    return m == 0 ? n : declared_const(m, n % m);
}

/* Neither writes nor reads memory, and always comes back. */
__attribute__((algoprof, noinline)) static unsigned found(unsigned n)
{
    RECURSION("found");
    return n == 0 ? 7 : found(n - 1) * n + 1;
}

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        table[i] = i * 3 + 1;
    for (int i = 0; i < 4; i++) {
        table[0] += opaque(i);
        sum += (unsigned)declared_pure(opaque(9 + i));
    }
    printf("%u\n", sum);
    for (unsigned i = 0, a = 1, b = 1; i < 17; i++, b += a, a = b - a)
        if (i % 4 == 0)
            sum += declared_const((unsigned)opaque((int)b), (unsigned)opaque((int)a));
    printf("%u\n", sum);
    for (int i = 0; i < 5; i++)
        sum += found((unsigned)opaque(30 - i % 2)) << i;
    printf("%u\n", sum);
    return 0;
}
