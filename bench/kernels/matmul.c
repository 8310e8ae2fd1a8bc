/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define N 32
static double left[N][N], right[N][N], product[N][N];

/* The inner loop of a matrix product, 32 iterations, a strided read. */
NOINLINE void kernel_matmul(double c[N][N], double a[N][N], double b[N][N], long n)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;

#pragma algoprof loop name(matmul)
            for (long k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static void setup(void)
{
    for (long i = 0; i < N; i++)
        for (long j = 0; j < N; j++) {
            left[i][j] = bench_draw(10);
            right[i][j] = bench_draw(10);
        }
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        kernel_matmul(product, left, right, opaque(N));
        sum += (uint64_t)product[3][5];
    }
    return sum;
}

KERNEL(matmul, 200);
