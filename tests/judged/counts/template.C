// Instances of one template are one place, so one target (by name here).
// target total: instances 7, iterations 28
// target fill: instances 2, iterations 20
#include "opaque.h"
#include <cstdio>

template <class T> __attribute__((noinline)) static T total(const T *a, int n)
{
    T sum = 0;
#pragma algoprof loop name(total)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

template <class T, int size> struct box
{
    T data[size];
    void fill(T by)
    {
#pragma algoprof loop name(fill)
        for (int i = 0; i < size; i++)
            data[i] = by;
    }
};

int main()
{
    box<int, 8> a;
    box<double, 12> b;
    a.fill(opaque(1));
    b.fill(opaque(2));
    double sum = 0;
    for (int k = 0; k < opaque(4); k++)
        sum += total(a.data, k + 1);
    for (int k = 0; k < opaque(3); k++)
        sum += total(b.data, opaque(6));
    std::printf("%g\n", sum);
}
