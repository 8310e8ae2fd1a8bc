#include "far.h"
#include <stdarg.h>

int far_table[64];

static int inner(const int *a, int n)
{
    return n > 0 ? a[n - 1] : 0;
}

__attribute__((noinline)) int far_read(const int *a, int n)
{
    return inner(a, n) + a[n];
}

int far_tail(const int *a, int n)
{
    return far_read(a + far_table[n % 64], n);
}

int far_compare(const void *a, const void *b)
{
    return far_table[*(const unsigned char *)a % 64] - far_table[*(const unsigned char *)b % 64];
}

int far_each(const int *a, int n, int (*visit)(const int *))
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += visit(a + i * 3);
    return sum;
}

int far_sum(const int *a, int n, ...)
{
    va_list indices;
    int sum = 0;
    va_start(indices, n);
    for (int i = 0; i < n; i++)
        sum += a[va_arg(indices, int)];
    va_end(indices);
    return sum;
}
