/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../kernel.h"

#define ROWS 64
#define COLUMNS 8
static int matrix[ROWS][COLUMNS];

/* A nest, both loops marked: the inner one has 8 iterations. */
NOINLINE uint64_t kernel_nested(int m[ROWS][COLUMNS], long rows, long columns)
{
    uint64_t sum = 0;

#pragma algoprof loop name(nested_outer)
    for (long i = 0; i < rows; i++) {
        int row = 0;

#pragma algoprof loop name(nested_inner)
        for (long j = 0; j < columns; j++)
            row = row * 3 + m[i][j];
        sum += (uint64_t)row;
    }
    return sum;
}

static void setup(void)
{
    for (long i = 0; i < ROWS; i++)
        for (long j = 0; j < COLUMNS; j++)
            matrix[i][j] = (int)bench_draw(100);
}

static uint64_t run(long calls)
{
    uint64_t sum = 0;

    while (calls-- > 0) {
        sum += kernel_nested(matrix, opaque(ROWS), opaque(COLUMNS));
        BARRIER();
    }
    return sum;
}

KERNEL(nested, 10000);
