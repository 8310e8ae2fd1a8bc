/* A loop calls functions whose frames change while they run, are aligned or large, or have many arguments. */
/* target calls: instances 6, iterations 30 */
#include "opaque.h"
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define APART __attribute__((noinline))

typedef float v8 __attribute__((vector_size(32)));

APART static int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

APART static int growing(int n)
{
    int s = 0;
    for (int i = 1; i < n; i++) {
        int v[i];
        memset(v, i, sizeof v);
        s += sum(v, i);
        char *c = alloca(i);
        c[0] = i;
        s += c[0];
        for (int k = 0; k < i; k++)
            s += v[k] & 7;
    }
    return s;
}

APART static int aligned(int n, int x)
{
    int a[32] __attribute__((aligned(64)));
    volatile int *q = a;
    int s = 0;
    for (int i = 0; i < 32; i++)
        a[i] = i * x;
    for (int i = 0; i < n; i++) {
        s += q[i];
        sum(a, 3);
    }
    if ((unsigned long)a & 63)
        abort();
    return s;
}

APART static int large(int n)
{
    char b[100000];
    volatile char *p = b;
    int s = 0;
    for (int i = 0; i < n; i++) {
        p[i * 100] = i;
        s += p[i / 50 * 50 * 100];
    }
    return s;
}

APART static long many(int n, int a, int b, int c, int d, int e, int f, int g, int h)
{
    v8 z __attribute__((aligned(32))) = { 0 };
    volatile float *q = (float *)&z;
    long s = c + d + e;
    for (int i = 0; i < n; i++) {
        s += a + b + h;
        q[i & 7] += f;
        s += sum((int[]){ i, g }, 2) & h;
    }
    return s + (long)q[2];
}

int main(void)
{
    long s = 0;
    for (int k = 0; k < opaque(6); k++)
#pragma algoprof loop name(calls)
        for (int i = 0; i < opaque(5); i++)
            s += growing(20) + aligned(8, i) + large(200) + many(9, 1, 2, 3, 4, 5, 6, 7, i);
    printf("%ld\n", s);
    return 0;
}
