/* Loops that GCC makes calls of: their counts are added before, on the ways that need it. */
/* target last: instances 9, iterations 180 */
/* target first: instances 9, iterations 180 */
/* target second: instances 9, iterations 88 */
/* target narrow: instances 9, iterations 172 */
/* target either: instances 6, iterations 30 */
/* target row: instances 180, iterations 3600 */
/* target step: instances 9, iterations 48 */
#include "opaque.h"
#include <stdio.h>

static int a[400], b[400], rows[20][20];

static __attribute__((noinline)) void last(int *p, long n)
{
#pragma algoprof loop name(last)
    for (long i = 0; i < n; i++)
        p[i] = 0;
}

static __attribute__((noinline)) void both(int *restrict p, const int *restrict q, long n)
{
#pragma algoprof loop name(first)
    for (long i = 0; i < n; i++)
        p[i] = q[i];
#pragma algoprof loop name(second)
    for (long i = 0; i < n / 2; i++)
        p[i + n] = 0;
}

static __attribute__((noinline)) int narrow(char *restrict p, const char *restrict q, short from, unsigned char to)
{
#pragma algoprof loop name(narrow)
    for (int i = from; i < to; i++)
        p[i] = q[i];
    return p[3];
}

static __attribute__((noinline)) int either(int *p, int n)
{
    if (n & 1) {
        __builtin_memset(p, 1, 40);
        return 1;
    }
#pragma algoprof loop name(either)
    for (int i = 0; i < n; i++)
        p[i] = 0;
    return n;
}

static __attribute__((noinline)) void nest(int n)
{
    for (int i = 0; i < n; i++)
#pragma algoprof loop name(row)
        for (int j = 0; j < n; j++)
            rows[i][j] = 0;
}

static __attribute__((noinline)) void step(int *p, int n)
{
#pragma algoprof loop name(step)
    for (int i = n; i > 0; i -= 4)
        p[i] = p[i - 1] = p[i - 2] = p[i - 3] = 0;
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < opaque(9); k++) {
        int n = opaque(k * 5);
        last(a, n);
        both(a, b, n);
        sum += narrow((char *)a, (char *)b, 1, n);
        sum += either(a + 1, k * 2 % 11);
        nest(opaque(20));
        step(a + 4, n);
    }
    printf("%ld %d %d\n", sum, a[30], rows[3][3]);
    return 0;
}
