// { dg-do run }
// { dg-options "-std=c++17 -fplugin-arg-algoprof-verbose -fplugin-arg-algoprof-target=operator+ -fplugin-arg-algoprof-target=vec::vec" }
#include <cstdio>

struct vec
{
    int data[4];
    explicit vec(int x)
    {
        for (int &d : data) // { dg-note "profiled" }
            d = x;
    }
};

__attribute__((noinline)) vec operator+(const vec &a, const vec &b)
{
    vec r(0);
    for (int i = 0; i < 4; i++) // { dg-note "profiled" }
        r.data[i] = a.data[i] + b.data[i];
    return r;
}

__attribute__((noinline)) vec operator-(const vec &a, const vec &b)
{
    vec r(0);
    for (int i = 0; i < 4; i++)
        r.data[i] = a.data[i] - b.data[i];
    return r;
}

int main()
{
    volatile int one = 1;
    vec a(one), b(one + 1);
    std::printf("%d %d\n", (a + b).data[2], (a - b).data[1]); // { dg-output "3 -1" }
}
