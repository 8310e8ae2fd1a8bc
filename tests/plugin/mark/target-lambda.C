// The name of a lambda is lambda, or operator(); that of a function with one in its
// type or its own name is its own.
// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=main::lambda -fplugin-arg-algoprof-target=solve_lambda -fplugin-arg-algoprof-target=apply -fplugin-arg-algoprof-target=below::operator() -fplugin-arg-algoprof-target=operator<" }
#include <cstdio>

static int solve_lambda(int n)
{
    volatile int k = n;
    int s = 0;
    while (k-- > 0) // { dg-note "profiled" }
        s++;
    return s;
}

struct less
{
    template <class T> int operator<(T n)
    {
        volatile T k = n;
        int s = 0;
        while (k-- > 0) // { dg-note "profiled" }
            s++;
        return s;
    }
};

template <class F> static int apply(F f, int n)
{
    volatile int k = n;
    int s = 0;
    while (k-- > 0) // { dg-note "profiled" }
        s += f(1);
    return s;
}

static int below(int n)
{
    auto down = [](auto m) {
        volatile int k = m;
        int s = 0;
        while (k-- > 0) // { dg-note "profiled" }
            s++;
        return s;
    };
    return down(n) + down((long)n);
}

int main()
{
    auto up = [](auto m) {
        volatile int k = m;
        int s = 0;
        while (k-- > 0) // { dg-note "profiled" }
            s++;
        return s;
    };
    std::printf("%d %d %d %d\n", solve_lambda(1), apply(up, 2), below(3), (less() < 4) + (less() < 5L)); // { dg-output "1 2 6 9" }
}
