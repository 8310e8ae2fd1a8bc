// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

int main()
{
    volatile int n = 10;
    auto add = [&](int by) {
        int sum = 0;
#pragma algoprof loop
        for (int i = 0; i < n; i++) // { dg-note "profiled" }
            sum += by;
        return sum;
    };
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) // { dg-note "profiled" }
        sum += [&] {
            int s = 0;
#pragma algoprof loop
            for (int j = 0; j < n; j++) // { dg-note "profiled" }
                s++;
            return s;
        }();
    std::printf("%d\n", sum + add(1)); // { dg-output "110" }
}
