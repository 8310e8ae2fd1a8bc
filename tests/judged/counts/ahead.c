/* Counts that are known before the loop, or told by what a variable has been stepped to: of
   loops that are not entered, that lie behind each other, that step by more than one,
   and whose variables are narrow or run over. */
/* target plain: instances 40, iterations 780 */
/* target two: instances 40, iterations 780 */
/* target again: instances 40, iterations 380 */
/* target maybe: instances 14, iterations 273 */
/* target steps: instances 40, iterations 69 */
/* target narrow: instances 40, iterations 69 */
/* target byte: instances 40, iterations 120 */
/* target around: instances 40, iterations 640 */
/* target pointer: instances 40, iterations 210 */
/* target down: instances 40, iterations 210 */
/* target outer: instances 8, iterations 40 */
/* target inner: instances 40, iterations 320 */
/* target merge: instances 40, iterations 1560 */
/* target left: instances 40, iterations 780 */
#include "opaque.h"
#include <setjmp.h>
#include <stdio.h>

static int a[400], b[400], c[400];

__attribute__((noinline)) static void plain(int *restrict p, const int *restrict q, long n)
{
#pragma algoprof loop name(plain)
    for (long i = 0; i < n; i++)
        p[i] = q[i] + 3 * p[i];
}

/* The second count is known before the first loop, too. */
__attribute__((noinline)) static long two(int *restrict p, const int *restrict q, int n)
{
    long s = 0;
#pragma algoprof loop name(two)
    for (int i = 0; i < n; i++)
        s += p[i] & q[i];
#pragma algoprof loop name(again)
    for (int i = 0; i < n / 2; i++)
        s = s * 3 + q[i];
    return s;
}

/* It is not counted where it does not begin. */
__attribute__((noinline)) static int maybe(int *p, int n, int asked)
{
    if (asked % 3 == 0) {
#pragma algoprof loop name(maybe)
        for (int i = 0; i < n; i++)
            p[i] += i;
        return p[n];
    }
    for (int i = 0; i < n; i++)
        p[i]--;
    return 1;
}

__attribute__((noinline)) static long steps(const int *p, long n)
{
    long s = 0;
#pragma algoprof loop name(steps)
    for (long i = 0; i < n; i += 16)
        s += p[i];
    return s;
}

__attribute__((noinline)) static long narrow(const int *p, int n)
{
    long s = 0;
#pragma algoprof loop name(narrow)
    for (unsigned short i = 0; i < n; i += 16)
        s = s * 5 + p[i];
    return s;
}

__attribute__((noinline)) static long byte(const int *p, signed char n)
{
    long s = 1;
#pragma algoprof loop name(byte)
    for (signed char i = 0; i < n / 2 + 20; i += 8)
        s = s * 5 + p[i];
    return s;
}

/* Back to 0, where it ends. */
__attribute__((noinline)) static long around(const int *p, unsigned char n)
{
    unsigned char i = 0;
    long s = n;
#pragma algoprof loop name(around)
    do {
        s = s * 5 + p[i];
        i += 16;
    } while (i);
    return s;
}

__attribute__((noinline)) static long pointer(const int *p, const int *end)
{
    long s = 0;
#pragma algoprof loop name(pointer)
    for (; p < end; p += 4)
        s = s * 7 + *p;
    return s;
}

__attribute__((noinline)) static long down(const int *p, unsigned n)
{
    long s = 0;
#pragma algoprof loop name(down)
    for (long i = n; i > 0; i -= 4)
        s = s * 7 + p[i];
    return s;
}

__attribute__((noinline)) static long nest(int (*m)[8], long rows)
{
    long s = 0;
#pragma algoprof loop name(outer)
    for (long i = 0; i < rows; i++)
#pragma algoprof loop name(inner)
        for (long j = 0; j < 8; j++)
            s = s * 3 + m[i][j];
    return s;
}

/* One loop, of which GCC makes several, and knows how often the last one runs. */
__attribute__((noinline)) static void merge(int *out, const int *p, const int *q, long n)
{
#pragma algoprof loop name(merge)
    for (long i = 0, j = 0; i + j < 2 * n;)
        *out++ = j == n || (i < n && p[i] <= q[j]) ? p[i++] : q[j++];
}

/* What comes behind the loop leaves the function: the loop was counted. */
static jmp_buf out;
__attribute__((noinline)) static void left(int *p, int n)
{
#pragma algoprof loop name(left)
    for (int i = 0; i < n; i++)
        p[i] ^= n;
    longjmp(out, 1);
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < opaque(40); k++) {
        int n = opaque(k);
        plain(a, b, n);
        sum += two(a, b, n) + maybe(a, n, k) + steps(a, n) + narrow(a, n) + byte(a, n % 2) + around(a, n);
        sum += pointer(a, a + n) + down(a, n);
        if (k % 5 == 0)
            sum += nest((int (*)[8])b, opaque(5));
        merge(c, a, b, n);
        sum += c[n];
        if (!setjmp(out))
            left(b, n);
    }
    printf("%ld %d %d\n", sum, a[30], b[3]);
    return 0;
}
