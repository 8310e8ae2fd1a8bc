// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

[[gnu::algoprof]] static int one(volatile int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) // { dg-note "profiled" }
        sum += i;
    return sum;
}

struct s
{
    [[gnu::algoprof("loops")]] int two(volatile int n)
    {
        while (n > 0) // { dg-note "profiled" }
            n--;
        return n;
    }
};

[[gnu::algoprof]] int number; // { dg-warning "attribute ignored" }

int main()
{
    std::printf("%d %d\n", one(4), s().two(3)); // { dg-output "6 0" }
}
