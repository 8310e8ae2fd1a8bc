/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops whose accesses move by a constant in each iteration, which the mirror tells at their ends.
 * For each instance, in their order, "NAME BYTES" is printed: its size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1000
#define NOINLINE __attribute__((noinline, noclone))
#define BARRIER() __asm__ volatile("" ::: "memory")
#define INSTANCE(name, bytes, call) (printf("%s %ld\n", #name, (long)(bytes)), result = call)
#define WRITES(name, bytes, call) (printf("%s %ld\n", #name, (long)(bytes)), call)

/* With AVX2 newer GCCs vectorise loops although they break early, and read whole vectors: 14 eight
 * members of a structure at once; 15 and 16 the 32 bytes that are aligned together, 16 also where
 * the number of iterations is not known before the loop. */
#ifdef __AVX2__
#define MEMBERS(n) (__GNUC__ == 14 ? ((n) + 7) / 8 * 8 : (n))
#define WHOLE(bytes, gcc) (__GNUC__ >= (gcc) ? ((bytes) + 31) / 32 * 32 : (bytes))
#else
#define MEMBERS(n) (n)
#define WHOLE(bytes, gcc) (bytes)
#endif

static int a[N + 16], b[N + 16], c[N + 16];
static char text[N + 16];
static double matrix[40][40];
static struct {
    int x, y, z;
} points[N];
static float re[2 * N], im[2 * N];
int global_sum;
volatile long result;

/* One function each, so that no call shares the loop's function. */

NOINLINE int sum_of(const int *p, long n)
{
    int sum = 0;
#pragma algoprof loop name(sum)
    for (long i = 0; i < n; i++)
        sum += p[i] ^ 5;
    return sum;
}

NOINLINE int found(const int *p, long n, int x)
{
    long i;
#pragma algoprof loop name(found)
    for (i = 0; i < n; i++)
        if (p[i] == x)
            break;
    return (int)i;
}

NOINLINE long token(const char *s)
{
    long i = 0;
#pragma algoprof loop name(token)
    while (s[i] && s[i] != ' ')
        i++;
    return i;
}

NOINLINE int differ(const int *p, const int *q)
{
    long i = 0;
#pragma algoprof loop name(differ)
    while (p[i] == q[i])
        i++;
    return (int)i;
}

NOINLINE void chain(int *p, long n)
{
#pragma algoprof loop name(chain)
    for (long i = 1; p[i - 1] != n; i++)
        p[i] = p[i - 1] + 1;
}

NOINLINE void shift_down(int *p, int stop)
{
    long i = 0;
#pragma algoprof loop name(shift_down)
    do {
        p[i] = p[i + 1];
        i++;
    } while (p[i + 1] != stop);
}

NOINLINE int backwards(const int *p, long n, int x)
{
    long i;
#pragma algoprof loop name(backwards)
    for (i = n - 1; i >= 0; i--)
        if (p[i] == x)
            break;
    return (int)i;
}

NOINLINE long column(const double (*m)[40], long k, double x)
{
    long i;
#pragma algoprof loop name(column)
    for (i = 0; i < 40; i++)
        if (m[i][k] == x)
            break;
    return i;
}

NOINLINE int members(long n, int stop)
{
    int sum = 0;
#pragma algoprof loop name(members)
    for (long i = 0; i < n; i++) {
        sum += points[i].x + points[i].y;
        if (points[i].z == stop)
            break;
    }
    return sum;
}

NOINLINE long nest(const char *s, long lines, long width)
{
    long sum = 0;
#pragma algoprof loop name(nest)
    for (long i = 0; i < lines; i++)
        for (long j = 0; j < width && s[i * width + j] != 'y'; j++)
            sum += j ^ i;
    return sum;
}

NOINLINE unsigned counted(const int *p, unsigned n, int x)
{
    unsigned i;
#pragma algoprof loop name(counted)
    for (i = 0; i != n; i += 3)
        if (p[i] == x)
            break;
    return i;
}

/* The vector loop and the one behind it are inner loops of the target. */
NOINLINE void saxpy(float *restrict y, const float *restrict x, float f, long n, int times)
{
#pragma algoprof loop name(saxpy)
    for (int k = 0; k < times; k++) {
        for (long i = 0; i < n; i++)
            y[i] = f * x[i] + y[i];
        BARRIER();
    }
}

NOINLINE void stencil(int *restrict to, const int *restrict from, long n, int times)
{
#pragma algoprof loop name(stencil)
    for (int k = 0; k < times; k++) {
        for (long i = 1; i < n - 1; i++)
            to[i] = from[i - 1] + from[i + 1];
        BARRIER();
    }
}

/* Written first, then read by each of the following. */
NOINLINE void filled(int *p, int *q, long n, int times)
{
#pragma algoprof loop name(filled)
    for (int k = 0; k < times; k++) {
        for (long i = 0; i < n; i++)
            q[i + 4] = q[i] + p[i];
        BARRIER();
    }
}

/* Of different steps over the same memory: iteration by iteration. */
NOINLINE void crossing(int *p, long n, int times)
{
#pragma algoprof loop name(crossing)
    for (int k = 0; k < times; k++) {
        for (long i = 0; i < n; i++)
            p[2 * i] = p[i] + 1;
        BARRIER();
    }
}

NOINLINE void to_global(const int *p, long n, int times)
{
#pragma algoprof loop name(to_global)
    for (int k = 0; k < times; k++)
        for (long i = 0; i < n; i++)
            *(volatile int *)&global_sum += p[i];
}

static long opaque(long value)
{
    __asm__("" : "+r"(value));
    return value;
}

static void searches(void)
{
    INSTANCE(sum, 4 * N, sum_of(a, opaque(N)));
    INSTANCE(sum, 0, sum_of(a, opaque(0)));
    INSTANCE(sum, 4, sum_of(a, opaque(1)));
    INSTANCE(found, WHOLE(4 * 301, 15), found(a, opaque(N), (int)opaque(300)));
    INSTANCE(found, WHOLE(4, 15), found(a, opaque(N), (int)opaque(0)));
    INSTANCE(found, 4 * N, found(a, opaque(N), (int)opaque(-1)));
    INSTANCE(found, 0, found(a, opaque(0), (int)opaque(-1)));
    text[700] = ' ';
    INSTANCE(token, WHOLE(701, 16), token(text));
    text[0] = 0;
    /* Its first condition is before the loop. */
    INSTANCE(token, 1, token(text));
    text[0] = 'x';
    b[555] = -1;
    INSTANCE(differ, 2 * WHOLE(4 * 556, 16), differ(a, b));
    b[555] = 555;
    INSTANCE(backwards, 4 * (N - 40), backwards(a, opaque(N), (int)opaque(40)));
    INSTANCE(backwards, 4 * 40, backwards(a, opaque(40), (int)opaque(40)));
    INSTANCE(column, 8 * 40, column(matrix, opaque(3), (double)opaque(7)));
    INSTANCE(column, 8, column(matrix, opaque(3), (double)opaque(0)));
    INSTANCE(members, 12 * MEMBERS(100), members(opaque(N), (int)opaque(99)));
    INSTANCE(members, 12 * MEMBERS(1), members(opaque(N), (int)opaque(0)));
    INSTANCE(nest, 1000, nest(text, opaque(1000), opaque(1)));
    INSTANCE(nest, 1000, nest(text, opaque(10), opaque(100)));
    INSTANCE(nest, 0, nest(text, opaque(1000), opaque(0)));
    text[5] = 'y';
    INSTANCE(nest, 1000 - 94, nest(text, opaque(10), opaque(100)));
    text[5] = 'x';
    INSTANCE(counted, 4 * 201, counted(a, (unsigned)opaque(900), (int)opaque(600)));
    INSTANCE(counted, 4 * 300, counted(a, (unsigned)opaque(900), (int)opaque(1)));
}

static void writes(int *p)
{
    memset(c, 0, sizeof c);
    WRITES(chain, 4, chain(c, opaque(321)));
    for (int i = 0; i < N; i++)
        p[i] = i;
    /* Ends when p[i + 1] is 200, p[0] was written and not read. */
    WRITES(shift_down, 4 * 200, shift_down(p, (int)opaque(200)));
    WRITES(saxpy, 8 * (N + 1), saxpy(re, im, 2, opaque(N + 1), (int)opaque(3)));
    WRITES(saxpy, 16, saxpy(re, im, 2, opaque(2), (int)opaque(1)));
    WRITES(saxpy, 0, saxpy(re, im, 2, opaque(0), (int)opaque(1)));
    WRITES(stencil, 4 * N, stencil(b, a, opaque(N), (int)opaque(2)));
    memset(c, 0, sizeof c);
    WRITES(filled, 4 * 101 + 16, filled(a, c, opaque(101), (int)opaque(2)));
    memset(p, 0, 4 * N);
    /* Read are 0 (before it is written) and the odd ones below 100: even ones but 0 were written. */
    WRITES(crossing, 4 * 51, crossing(p, opaque(100), (int)opaque(1)));
    WRITES(to_global, 4 * 78, to_global(a, opaque(77), (int)opaque(2)));
}

int main(void)
{
    int *heap = malloc(sizeof(int) * (N + 16));
    for (int i = 0; i < N + 16; i++)
        a[i] = b[i] = i;
    memset(text, 'x', N);
    for (int i = 0; i < N; i++)
        points[i].z = i;
    searches();
    writes(heap);
    free(heap);
    return 0;
}
