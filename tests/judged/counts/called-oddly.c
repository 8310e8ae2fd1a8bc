/* A loop calls functions whose conventions, registers or numbers are not the usual ones. */
/* target calls: instances 6, iterations 30 */
#include "opaque.h"
#include <stdarg.h>
#include <stdio.h>
#define APART __attribute__((noinline))

static int a[32];
static struct { long double l; char c[40]; } tall[10];
static unsigned __int128 wide[8];

APART __attribute__((ms_abi)) static int of_windows(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

APART __attribute__((no_caller_saved_registers, target("general-regs-only"))) static void saving(int n)
{
    for (int i = 0; i < n; i++)
        a[i] += i;
}

__attribute__((noinline, naked)) static int naked(int x __attribute__((unused)))
{
    /* mov %edi, %eax; ret: in no dialect */
    __asm__(".byte 0x89, 0xf8, 0xc3");
}

APART static int many(int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8)
{
    long b[6] = { a1 * 3, a2 * 5, a3 * 7, a4 * 9, a5 * 11, a6 * 13 };
    __asm__ volatile("" : "+r"(b[0]), "+r"(b[1]), "+r"(b[2]), "+r"(b[3]), "+r"(b[4]), "+r"(b[5]));
    int s = a7 - a8;
    for (int i = 0; i < 5; i++) {
        saving(9);
        s += a[i] + (int)(b[0] + b[1] + b[2] + b[3] + b[4] + b[5]) + a1 + a2 + a3;
    }
    return s;
}

APART static int own_register(int n)
{
    register long r __asm__("r11");
    long s = 0;
    for (int i = 0; i < n; i++) {
        r = i;
        __asm__ volatile("add\t{$1, %0|%0, 1}" : "+r"(r));
        s += r + a[i];
    }
    return (int)s;
}

APART static long double tall_sum(int n)
{
    long double s = 0;
    for (int i = 0; i < n; i++) {
        tall[i].l += i;
        s += tall[i].l;
        tall[i] = tall[(i + 1) % 10];
    }
    return s;
}

APART static unsigned __int128 wide_sum(int n)
{
    unsigned __int128 s = 1;
    for (int i = 0; i < n; i++) {
        s = s * 3 + wide[i & 7];
        wide[i & 7] += s;
        if (s < wide[1])
            wide[2]--;
    }
    return s;
}

APART static int carried(unsigned long long *x, const unsigned long long *y, int n)
{
    unsigned char c = 0;
    for (int i = 0; i < n; i++)
        c = __builtin_ia32_addcarryx_u64(c, x[i], y[i], &x[i]);
    return c;
}

APART static int variadic(int n, ...)
{
    va_list l;
    double s = 0;
    va_start(l, n);
    for (int i = 0; i < n; i++)
        s += va_arg(l, double);
    va_end(l);
    return (int)s;
}

int main(void)
{
    unsigned long long x[9], y[9];
    int s = 0;
    for (int i = 0; i < 9; i++)
        x[i] = -(unsigned long long)i, y[i] = i * 77777777777;
    for (int k = 0; k < opaque(6); k++)
#pragma algoprof loop name(calls)
        for (int i = 0; i < opaque(5); i++)
            s += of_windows(a, 20) + naked(i) + own_register(9) + many(1, 2, 3, 4, 5, 6, k, i) + (int)tall_sum(9) +
                 variadic(8, 1., 2., 3., 4., 5., 6., 7., 8.) + (int)wide_sum(20) + carried(x, y, 9);
    printf("%d %llu\n", s, x[3]);
    return 0;
}
