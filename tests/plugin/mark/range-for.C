// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>
#include <vector>

int main()
{
    std::vector<int> v{1, 2, 3};
    int sum = 0;
#pragma algoprof loop
    for (int x : v) // { dg-note "profiled" }
        sum += x;
#pragma algoprof loop
    for (auto &x : v) { // { dg-note "profiled" }
        x *= 2;
        sum += x;
    }
    std::printf("%d\n", sum); // { dg-output "18" }
}
