// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

int main()
{
    volatile int n = 10, yes = 1, no = 0;
    int a[3] = {1, 2, 3}, sum = 0;
    if (no)
#pragma algoprof loop
        for (int i = 0; i < n; i++) // { dg-note "profiled" }
            sum += 100;
    else
#pragma algoprof loop
        for (int x : a) // { dg-note "profiled" }
            sum += x;
    if (yes)
#pragma algoprof loop
        while (sum < n) // { dg-note "profiled" }
            sum++;
    std::printf("%d\n", sum); // { dg-output "10" }
}
