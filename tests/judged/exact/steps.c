/* Elements whose gaps a variable tells: columns of matrices whose size is known when the program runs, up, down, none;
   counted by 32 bits or by the step itself; left in the middle; several of them; in place and side by side. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

static double *cells;
static int *numbers;
static const int room = 3 * 40 * 40 + 10;

static double column(const double *a, int n, int step)
{
    double sum = 0;
    int i = 0;
    JUDGE_BEGIN("column");
#pragma algoprof loop name(column)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += a[i * step];
    }
    JUDGE_END();
    return sum;
}

static void filled(double *a, long n, long step)
{
    long i = 0;
    JUDGE_BEGIN("filled");
#pragma algoprof loop name(filled)
    for (; i < n; i++) {
        JUDGE_STEP();
        a[i * step] = (double)i;
    }
    JUDGE_END();
}

/* No other counter than what the step is added to. */
static void crossed(char *c, size_t n, size_t step)
{
    size_t i = step;
    JUDGE_BEGIN("crossed");
#pragma algoprof loop name(crossed)
    for (; i < n; i += step) {
        JUDGE_STEP();
        c[i] = 1;
    }
    JUDGE_END();
}

static double product(const double *a, const double *b, unsigned n, long step, long other)
{
    double sum = 0;
    unsigned i = 0;
    JUDGE_BEGIN("product");
#pragma algoprof loop name(product)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += a[(long)i * step] * b[(long)i * other];
    }
    JUDGE_END();
    return sum;
}

/* Two exits, and a read that the last iteration may not make. */
static int found(const int *a, int n, int step, int what)
{
    int i = 0;
    JUDGE_BEGIN("found");
#pragma algoprof loop name(found)
    for (; i < n; i++) {
        JUDGE_STEP();
        if (a[i * step] == what)
            break;
        if (a[i * step + 1] == what)
            break;
    }
    JUDGE_END();
    return i;
}

static int summed(const int *a, int n, int step)
{
    int sum = 0, i = n - 1;
    JUDGE_BEGIN("summed");
#pragma algoprof loop name(summed)
    for (; i >= 0; i--) {
        JUDGE_STEP();
        sum += a[i * step] ^ a[i * step + 2];
    }
    JUDGE_END();
    return sum;
}

/* Read before or behind what is written. */
static void shifted(double *a, int n, int step, int by)
{
    int i = 0;
    JUDGE_BEGIN("shifted");
#pragma algoprof loop name(shifted)
    for (; i < n; i++) {
        JUDGE_STEP();
        a[i * step] = a[i * step + by] + 1;
    }
    JUDGE_END();
}

static void multiplied(double *a, double *b, double *c, int n)
{
    int i = 0;
    JUDGE_BEGIN("multiplied");
#pragma algoprof loop name(multiplied)
    for (; i < n; i++) {
        JUDGE_STEP();
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
    }
    JUDGE_END();
}

static void transposed(double *a, double *b, int n)
{
    int i = 0;
    JUDGE_BEGIN("transposed");
#pragma algoprof loop name(transposed)
    for (; i < n; i++) {
        JUDGE_STEP();
        for (int j = 0; j < n; j++)
            b[j * n + i] = a[i * n + j];
    }
    JUDGE_END();
}

/* Columns, in part again, from the right, and single cells of them. */
static double eliminated(double *a, int n)
{
    double sum = 0;
    int i = 0;
    JUDGE_BEGIN("eliminated");
#pragma algoprof loop name(eliminated)
    for (; i < n; i++) {
        JUDGE_STEP();
        for (int j = n - 1; j >= i; j--)
            for (int k = i; k < n; k++)
                sum += a[k * n + j];
        a[i * n + i] = sum;
        a[(n - 1 - i) * n + i / 2] += 1;
    }
    JUDGE_END();
    return sum;
}

static void sorted(int *a, int n)
{
    int step = n / 2;
    JUDGE_BEGIN("sorted");
#pragma algoprof loop name(sorted)
    for (; step > 0; step /= 2) {
        JUDGE_STEP();
        for (int i = 0; i < step; i++)
            for (int k = i + step; k < n; k += step)
                if (a[k] < a[k - step]) {
                    int t = a[k];
                    a[k] = a[k - step];
                    a[k - step] = t;
                }
    }
    JUDGE_END();
}

int main(void)
{
    double sum = 0;
    cells = calloc((size_t)room, sizeof *cells);
    numbers = malloc((size_t)room * sizeof *numbers);
    if (!cells || !numbers)
        return 1;
    for (int i = 0; i < room; i++)
        numbers[i] = (int)(cells[i] = i * 31 % 7);
    for (int i = 0; i < 14; i++) {
        int n = opaque(i * 3), step = opaque(i * i % 47);
        sum += column(cells + 5, n, step) + column(cells + room - 1, n, -step);
        filled(cells + 64 + i, n, opaque(40 - i));
        crossed((char *)(numbers + 3000), (size_t)opaque(i * 500), (size_t)opaque(1 + i * 19));
        sum += product(cells, cells + 1000, (unsigned)n, step, opaque(2 * i - 10 > 0 ? 2 * i - 10 : 0));
        sum += product(cells, cells + step, (unsigned)n, step, opaque(step + i % 2));
        sum += found(numbers, n, step, opaque(i % 3 ? 5 : 77)) + summed(numbers, n, step);
        shifted(cells + 2000, n, step, opaque(i % 4 == 0 ? step : i % 4 == 1 ? -step : i - 6));
        multiplied(cells, cells + n * n, cells + 2 * n * n, n);
        transposed(cells + i, cells + i + n * n, n);
        sum += eliminated(cells + 3, n);
        sorted(numbers + i, opaque(i * 50));
    }
    for (int i = 0; i < room; i++)
        sum += cells[i] + numbers[i];
    printf("%g\n", sum);
    free(cells);
    free(numbers);
    return 0;
}
