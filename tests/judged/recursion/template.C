/* A template on a type: one place in the source is one target. */
/* target sum: instances 3, calls 64, longest 31 */
#include "twin.h"
#include <cstdio>

template <class number> [[gnu::algoprof]] number sum(const number *a, int n)
{
    RECURSION("sum");
    return n == 0 ? 0 : a[0] + sum(a + 1, n - 1);
}

int main()
{
    static const int integers[40] = { 1, 2, 3 };
    static const double reals[40] = { 1.5, 2.5 };
    std::printf("%d\n", sum(integers, opaque(30)));
    std::printf("%g\n", sum(reals, opaque(20)));
    std::printf("%d\n", sum(integers + 2, opaque(11)));
    return 0;
}
