// Loops in try and catch blocks, with declarations in their conditions.
// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

int main()
{
    volatile int n = 5;
    int sum = 0;
    try {
#pragma algoprof loop
        for (int i = 0; i < n; i++) { // { dg-note "profiled" }
            sum += i;
            if (i == 3)
                throw i;
        }
    } catch (int thrown) {
#pragma algoprof loop
        while (int left = thrown) { // { dg-note "profiled" }
            sum += left;
            thrown--;
        }
    }
    std::printf("%d\n", sum); // { dg-output "12" }
}
