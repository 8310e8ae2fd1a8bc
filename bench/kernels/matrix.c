/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define ROWS 512
#define N 128
static double *table, *left, *right, *product;

/* A column of a matrix whose width only the caller knows: the step is in a register. */
NOINLINE double kernel_column(const double *a, long rows, long width)
{
    double sum = 0;

#pragma algoprof loop name(column)
    for (long i = 0; i < rows; i++)
        sum += a[i * width];
    return sum;
}

/* Row by row into columns. */
NOINLINE void kernel_transpose(double *to, const double *from, long n)
{
#pragma algoprof loop name(transpose)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            to[j * n + i] = from[i * n + j];
}

/* The whole of a product. */
NOINLINE void kernel_product(double *c, const double *a, const double *b, long n)
{
#pragma algoprof loop name(product)
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;

            for (long k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

static double *matrix(long rows, long columns)
{
    double *cells = malloc((size_t)(rows * columns) * sizeof *cells);

    if (!cells)
        exit(1);
    for (long i = 0; i < rows * columns; i++)
        cells[i] = bench_draw(10);
    return cells;
}

static void setup(void)
{
    table = matrix(ROWS, N);
    left = matrix(N, N);
    right = matrix(N, N);
    product = matrix(N, N);
}

KERNEL_CALL(column, 200000, sum += (uint64_t)kernel_column(table + k % N, opaque(ROWS), opaque(N)));
KERNEL_CALL(transpose, 10000, kernel_transpose(product, left, opaque(N)); sum += (uint64_t)product[k % N]);
KERNEL_CALL(product, 100, kernel_product(product, left, right, opaque(N)); sum += (uint64_t)product[k % N]);
