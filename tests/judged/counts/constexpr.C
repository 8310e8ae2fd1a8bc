// Evaluated at compile time: nothing.  At run time: counted.
// target total: instances 5, iterations 35
#include "opaque.h"
#include <cstdio>

constexpr int total(int n)
{
    int sum = 0;
#pragma algoprof loop name(total)
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

static_assert(total(10) == 45, "");
static constexpr int fixed = total(100);

int main()
{
    int sum = fixed;
    for (int k = 0; k < opaque(5); k++)
        sum += total(opaque(5) + k);
    std::printf("%d\n", sum);
}
