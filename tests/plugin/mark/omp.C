// { dg-do run }
// { dg-options "-std=c++17 -fopenmp -fplugin-arg-algoprof-verbose" }
#include <cstdio>

template <class T> static T total(const T *a, int n)
{
    T sum = 0;
#pragma omp parallel for reduction(+ : sum)
#pragma algoprof loop
    for (int i = 0; i < n; i++) // { dg-note "profiled" }
        sum += a[i];
    return sum;
}

int main()
{
    static int a[] = {1, 2, 3};
    static long b[] = {10, 20, 30};
    std::printf("%d %ld\n", total(a, 3), total(b, 3)); // { dg-output "6 60" }
}
