/* Out over several frames by longjmp, then recursing again; the second time
   out over frames of another function too. */
/* target dig: instances 8, calls 59, longest 12 */
#include "twin.h"
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
static int steps;

static int deeper(int n, int bottom);

__attribute__((algoprof)) static int dig(int n, int bottom)
{
    RECURSION("dig");
    steps++;
    if (n == bottom)
        longjmp(out, n);
    if (n == 0)
        return steps;
    return (n % 2 ? dig(n - 1, bottom) : deeper(n - 1, bottom)) * 3 + n;
}

static __attribute__((noinline)) int deeper(int n, int bottom)
{
    return dig(n, bottom) ^ n;
}

int main(void)
{
    static const int bottoms[] = { 5, -1, 3, 0, 10, -1, 11, 7 };
    for (int i = 0; i < 8; i++) {
        int from = setjmp(out);
        LANDED();
        if (from == 0 && bottoms[i] >= -1)
            printf("%d\n", dig(opaque(11), bottoms[i] == 0 ? 1 : bottoms[i]));
        else
            printf("out from %d after %d\n", from, steps);
    }
    return 0;
}
