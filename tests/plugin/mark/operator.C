// _Pragma in a macro.
// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

#define EACH(x, list) _Pragma("algoprof loop name(each)") for (auto &x : list) // { dg-note "profiled" }

int main()
{
    int a[] = {1, 2, 3}, sum = 0;
    EACH(x, a)
        sum += x;
    EACH(x, a)
        sum += 2 * x;
    std::printf("%d\n", sum); // { dg-output "18" }
}
