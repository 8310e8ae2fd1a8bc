// SPDX-License-Identifier: GPL-3.0-or-later
// Nanoseconds of CPU time of loops that GCC makes vector loops of, over arrays that the caller has written.
#include <stdio.h>
#include <time.h>

#define N 4096
#define TIMES 4000
#define APART static __attribute__((noipa))

APART void product(float *y, const float *x, float a, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}

APART void stencil(double *y, const double *x, int n)
{
    for (int i = 1; i < n - 1; i++)
        y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
}

APART unsigned sum(const unsigned char *p, int n)
{
    unsigned s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

APART void matrix(double (*c)[64], double (*a)[64], double (*b)[64])
{
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++)
            for (int j = 0; j < 64; j++)
                c[i][j] += a[i][k] * b[k][j];
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(void)
{
    static float f[2][N];
    static double d[2][N], m[3][64][64];
    static unsigned char bytes[N];
    static unsigned total;
    double at[5];
    for (int i = 0; i < N; i++) {
        f[0][i] = f[1][i] = (float)i;
        d[0][i] = d[1][i] = m[0][i / 64][i % 64] = m[1][i / 64][i % 64] = i;
        bytes[i] = (unsigned char)i;
    }
    at[0] = now();
    for (int i = 0; i < TIMES; i++)
        product(f[0], f[1], 1e-3f, N);
    at[1] = now();
    for (int i = 0; i < TIMES; i++)
        stencil(d[0], d[1], N);
    at[2] = now();
    for (int i = 0; i < TIMES; i++)
        total += sum(bytes, N);
    at[3] = now();
    for (int i = 0; i < TIMES / 50; i++)
        matrix(m[2], m[0], m[1]);
    at[4] = now();
    for (int i = 0; i < 4; i++)
        printf("%.0f ", at[i + 1] - at[i]);
    putchar('\n');
    return total == 1;
}
