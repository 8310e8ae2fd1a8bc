// Two instances of one template; a generic lambda; a member of a class template.
// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose" }
#include <cstdio>

template <class T> static T total(const T *a, int n)
{
    T sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++) // { dg-note "profiled" }
        sum += a[i];
    return sum;
}

template <class T> struct counter
{
    T value = 0;
    void up(volatile int n)
    {
#pragma algoprof loop
        while (n-- > 0) // { dg-note "profiled" }
            value++;
    }
};

int main()
{
    static int a[] = {1, 2, 3};
    static double b[] = {0.5, 0.25};
    counter<int> c;
    counter<long> d;
    c.up(2);
    d.up(3);
    auto twice = [](auto x, volatile int n) {
#pragma algoprof loop
        for (int i = 0; i < n; i++) // { dg-note "profiled" }
            x += x;
        return x;
    };
    std::printf("%d %g %d %ld %d %g\n", total(a, 3), total(b, 2), c.value, d.value, twice(1, 4),
                twice(1.5, 2)); // { dg-output "6 0.75 2 3 16 6" }
}
