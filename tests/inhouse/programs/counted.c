/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that GCC makes vector loops of, over parts of one array that lie apart, side by side or on each other, at all
 * distances; of what they access the caller has read or written some before. */
#include "told.h"
#include <stdint.h>

#define ROOM 8192

static _Alignas(64) unsigned char room[ROOM];
static uint32_t state = 7;

APART uint32_t draw(uint32_t below)
{
    state = state * 1664525 + 1013904223;
    return (uint32_t)(((uint64_t)(state >> 8) * below) >> 24);
}

APART void add(unsigned *y, const unsigned *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += 2 * x[i];
}

APART void add_apart(unsigned long *restrict y, const unsigned long *restrict x, long n)
{
    for (long i = 0; i < n; i++)
        y[i] = y[i] * 3 + x[i];
}

APART void shift(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = a[i + 1] ^ 1;
}

APART void ahead(int *a, int k, int n)
{
    for (int i = 0; i < n; i++)
        a[i + k] = a[i] + 1;
}

APART void backwards(short *y, const short *x, int n)
{
    for (int i = n - 1; i >= 0; i--)
        y[i] = (short)(x[n - 1 - i] + 1);
}

APART void stencil(int *restrict o, const int *restrict p, unsigned n)
{
    for (unsigned i = 1; i + 1 < n; i++)
        o[i] = p[i - 1] + 2 * p[i] + p[i + 1];
}

APART void complex_product(unsigned *restrict z, const unsigned *restrict x, const unsigned *restrict y, int n)
{
    for (int i = 0; i < n; i++) {
        z[2 * i] = x[2 * i] * y[2 * i] - x[2 * i + 1] * y[2 * i + 1];
        z[2 * i + 1] = x[2 * i] * y[2 * i + 1] + x[2 * i + 1] * y[2 * i];
    }
}

APART void in_place(int *restrict a, const int *restrict b, int n)
{
    for (int i = 0; i < n; i++) {
        a[2 * i] += b[i];
        a[2 * i + 1] -= b[i];
    }
}

APART void every_second(int *restrict y, const int *restrict x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[2 * i] + 1;
}

APART void fill(int *a, const int *end)
{
    while (a != end)
        *a++ = 7;
}

APART long sum_bytes(const unsigned char *p, const unsigned char *end)
{
    long sum = 0;
    while (p < end)
        sum += *p++;
    return sum;
}

APART long sum_down(const int *p, unsigned n)
{
    long sum = 0;
    while (n--)
        sum += p[n];
    return sum;
}

APART int largest(const int *p, int n)
{
    int most = p[0];
    for (int i = 1; i <= n; i++)
        most = p[i] > most ? p[i] : most;
    return most;
}

APART long two_kinds(const short *s, const int *q, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += s[i] * q[i];
    return sum;
}

APART void rows(int (*m)[16], int n)
{
    for (int i = 1; i < n; i++)
        for (int k = 0; k < 16; k++)
            m[i][k] += m[i - 1][k];
}

APART long call(unsigned which, unsigned char *a, unsigned char *b, int n)
{
    switch (which) {
    case 0: add((unsigned *)a, (const unsigned *)b, n); break;
    case 1: add_apart((unsigned long *)a, (const unsigned long *)(a + 8 * n), n); break;
    case 2: shift((int *)a, n); break;
    case 3: ahead((int *)a, (int)draw(12), n); break;
    case 4: backwards((short *)a, (const short *)b, n); break;
    case 5: stencil((int *)a, (const int *)(a + 4 * n), (unsigned)n); break;
    case 6: complex_product((unsigned *)a, (const unsigned *)(a + 8 * n), (const unsigned *)(a + 16 * n), n); break;
    case 7: in_place((int *)a, (const int *)(a + 8 * n), n); break;
    case 8: every_second((int *)a, (const int *)(a + 4 * n), n); break;
    case 9: fill((int *)a, (const int *)a + n); break;
    case 10: return sum_bytes(a, a + n);
    case 11: return sum_down((const int *)a, (unsigned)n);
    case 12: return largest((const int *)a, n);
    case 13: return two_kinds((const short *)b, (const int *)a, n);
    default: rows((int (*)[16])a, n / 16);
    }
    return 0;
}

/* Has itself accessed some of it, and its caller some. */
APART long trial(unsigned which, unsigned place, int n)
{
    unsigned unit = which == 1 ? 8 : 4;
    unsigned far = draw(2) ? place + draw(64) : 0;
    unsigned char *a = room + place * unit, *b = room + far * unit;
    long sum = 0;
    for (unsigned i = 0, most = draw(40); i < most; i++) {
        unsigned char *p = a + draw(400);
        if (draw(2))
            sum += *p;
        else
            *p = (unsigned char)i;
    }
    sum += call(which, a, b, n);
    return sum + call(which, a + draw(9) * unit, a, n / 2);
}

int main(void)
{
    long sum = 0;
    for (unsigned i = 0; i < ROOM; i += 3)
        room[i] = (unsigned char)(i & 1);
    for (unsigned round = 0; round < 60; round++)
        for (unsigned which = 0; which < 15; which++) {
            unsigned place = draw(200), n = draw(round % 4 ? 40 : 200);
            sum += trial(which, place, (int)n) & 0xff;
        }
    return (int)(sum & 63);
}
