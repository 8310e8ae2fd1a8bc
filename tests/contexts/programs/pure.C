#include "pure.h"
#include <cstdio>

int here(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += twice(a[i]) + declared(a[i]);
    return sum;
}

int main(int argc, char **)
{
    int a[30];
    for (int i = 0; i < 30; i++)
        a[i] = i * argc;
    printf("%d %d\n", here(a, 30), there(a, 20));
}
