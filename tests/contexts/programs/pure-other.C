#include "pure.h"

static __attribute__((noinline)) int inner(int n) { return half(n) + 1; }

int declared(int n)
{
    return inner(n) + inner(n + 1);
}

int there(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += twice(a[i]) + declared(a[i]);
    return sum;
}
