/* A template on a number, where each instance calls the next one: one place in the
   source is one target, so that this is a chain. */
/* target power: instances 3, calls 23, longest 9 */
#include "twin.h"
#include <cstdio>

template <int n> __attribute__((algoprof("recursion"))) long power(long x)
{
    RECURSION("power");
    if constexpr (n == 0)
        return 1;
    else
        return x * power<n - 1>(x + 1);
}

int main()
{
    std::printf("%ld\n", power<8>(opaque(2)));
    std::printf("%ld\n", power<4>(opaque(2)));
    std::printf("%ld\n", power<8>(opaque(5)));
    return 0;
}
