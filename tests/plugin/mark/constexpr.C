// Calls that are evaluated at compile time leave nothing to profile; the one at
// run time does.
// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

template <int by> constexpr int total(int n)
{
    int s = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) // { dg-note "profiled" }
        s += by;
    return s;
}

static_assert(total<2>(5) == 10);

int main()
{
    volatile int n = 7;
    constexpr int fixed = total<1>(4);
    std::printf("%d %d\n", fixed, total<3>(n)); // { dg-output "4 21" }
}
