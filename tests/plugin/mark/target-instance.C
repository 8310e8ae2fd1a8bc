// One instance of a template, and one lambda, by the name that reports have.
// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=bag<int>::sum -fplugin-arg-algoprof-target=down(int)::<lambda(int)>::operator()" }
#include <cstdio>

namespace shop {
template <class T> struct bag
{
    T one;
    __attribute__((noipa)) long sum(int n) const
    {
        volatile int k = n;
        long s = 0;
        while (k-- > 0) // { dg-note "loop in 'shop::bag<int>::sum' profiled" }
            s += (long)one;
        return s;
    }
};
}

__attribute__((noinline)) static int down(int n)
{
    auto inner = [](int m) __attribute__((noinline)) {
        volatile int k = m;
        int s = 0;
        while (k-- > 0) // { dg-note "profiled" }
            s++;
        return s;
    };
    auto other = [](long m) __attribute__((noinline)) {
        volatile long k = m;
        int s = 0;
        while (k-- > 0)
            s++;
        return s;
    };
    return inner(n) + other(n);
}

int main()
{
    shop::bag<int> a = { 2 };
    shop::bag<long> b = { 3 };
    std::printf("%ld %ld %d\n", a.sum(2), b.sum(3), down(4)); // { dg-output "4 9 8" }
}
