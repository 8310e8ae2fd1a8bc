/* SPDX-License-Identifier: GPL-3.0-or-later
 * Affine loops over arrays: what GCC vectorises, or turns into library calls. */
#include "../kernel.h"

#define N 4096
static int a[N], b[N], c[N];
static double x[N], y[N];
static unsigned char bytes[N];

NOINLINE void kernel_add(int *restrict p, const int *restrict q, const int *restrict r, long n)
{
#pragma algoprof loop name(add)
    for (long i = 0; i < n; i++)
        p[i] = q[i] + r[i];
}

NOINLINE void kernel_clear(int *p, long n)
{
#pragma algoprof loop name(clear)
    for (long i = 0; i < n; i++)
        p[i] = 0;
}

NOINLINE void kernel_copy(int *restrict p, const int *restrict q, long n)
{
#pragma algoprof loop name(copy)
    for (long i = 0; i < n; i++)
        p[i] = q[i];
}

NOINLINE double kernel_dot(const double *p, const double *q, long n)
{
    double sum = 0;

#pragma algoprof loop name(dot)
    for (long i = 0; i < n; i++)
        sum += p[i] * q[i];
    return sum;
}

NOINLINE int kernel_largest(const int *p, long n)
{
    int most = 0;

#pragma algoprof loop name(largest)
    for (long i = 0; i < n; i++)
        most = p[i] > most ? p[i] : most;
    return most;
}

NOINLINE void kernel_stencil(int *restrict p, const int *restrict q, long n)
{
#pragma algoprof loop name(stencil)
    for (long i = 1; i < n - 1; i++)
        p[i] = q[i - 1] + 2 * q[i] + q[i + 1];
}

NOINLINE void kernel_prefix(int *p, long n)
{
#pragma algoprof loop name(prefix)
    for (long i = 1; i < n; i++)
        p[i] += p[i - 1] & 0xff;
}

NOINLINE void kernel_reverse(int *restrict p, const int *restrict q, long n)
{
#pragma algoprof loop name(reverse)
    for (long i = 0; i < n; i++)
        p[i] = q[n - 1 - i];
}

NOINLINE long kernel_strided(const int *p, long n)
{
    long sum = 0;

#pragma algoprof loop name(strided)
    for (long i = 0; i < n; i += 16)
        sum += p[i];
    return sum;
}

NOINLINE long kernel_gather(const int *p, const int *index, long n)
{
    long sum = 0;

#pragma algoprof loop name(gather)
    for (long i = 0; i < n; i++)
        sum += p[index[i] & (N - 1)];
    return sum;
}

NOINLINE long kernel_zeros(const unsigned char *p, long n)
{
    long count = 0;

#pragma algoprof loop name(zeros)
    for (long i = 0; i < n; i++)
        count += p[i] == 0;
    return count;
}

NOINLINE void kernel_clear8(int *p, long n)
{
#pragma algoprof loop name(clear8)
    for (long i = 0; i < n; i++)
        p[i] = 0;
}

NOINLINE void kernel_add8(int *restrict p, const int *restrict q, const int *restrict r, long n)
{
#pragma algoprof loop name(add8)
    for (long i = 0; i < n; i++)
        p[i] = q[i] + r[i];
}

NOINLINE int kernel_sum4(const int *p)
{
    int sum = 0;

#pragma algoprof loop name(sum4)
    for (long i = 0; i < 4; i++)
        sum = sum * 3 + p[i];
    return sum;
}

static void setup(void)
{
    for (long i = 0; i < N; i++) {
        a[i] = b[i] = c[i] = (int)bench_draw(100000);
        x[i] = y[i] = bench_draw(100);
        bytes[i] = (unsigned char)bench_draw(5);
    }
}

KERNEL_CALL(add, 4000, kernel_add(a, b, c, opaque(N)));
KERNEL_CALL(clear, 8000, kernel_clear(a, opaque(N)));
KERNEL_CALL(copy, 8000, kernel_copy(a, b, opaque(N)));
KERNEL_CALL(dot, 2000, sum += (uint64_t)kernel_dot(x, y, opaque(N)));
KERNEL_CALL(largest, 2000, sum += (uint64_t)kernel_largest(a, opaque(N)));
KERNEL_CALL(stencil, 2000, kernel_stencil(a, b, opaque(N)));
KERNEL_CALL(prefix, 1000, kernel_prefix(a, opaque(N)));
KERNEL_CALL(reverse, 2000, kernel_reverse(a, b, opaque(N)));
KERNEL_CALL(strided, 20000, sum += (uint64_t)kernel_strided(a, opaque(N)));
KERNEL_CALL(gather, 1000, sum += (uint64_t)kernel_gather(a, b, opaque(N)));
KERNEL_CALL(zeros, 2000, sum += (uint64_t)kernel_zeros(bytes, opaque(N)));
KERNEL_CALL(clear8, 500000, kernel_clear8(a + k % 64, opaque(8)));
KERNEL_CALL(add8, 500000, kernel_add8(a + k % 64, b, c, opaque(8)));
KERNEL_CALL(sum4, 1000000, sum += (uint64_t)kernel_sum4(a + k % 64));
