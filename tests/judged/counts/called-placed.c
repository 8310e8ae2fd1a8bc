/* A loop calls functions that lie in sections of their own, are cold, have other names, are alike, or end in
   parts that seldom run; and one of another segment. */
/* target calls: instances 6, iterations 42 */
#include "opaque.h"
#include <asm/prctl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#define APART __attribute__((noinline))

static int a[64];
static long segment[16];

APART __attribute__((section("elsewhere"))) static int in_section(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        if (s == 123456789)
            abort();
    }
    return s;
}

APART __attribute__((cold)) static int cold(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int real_one(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 2 * a[i];
    return s;
}
int weak_name(int) __attribute__((weak, alias("real_one")));
static int own_name(int) __attribute__((alias("real_one")));

APART static int twin(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 7 * a[i];
    return s;
}

APART static int other_twin(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += 7 * a[i];
    return s;
}
static int (*volatile twins[2])(int) = { twin, other_twin };

APART static int seldom(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (__builtin_expect(a[i & 63] == 12345, 0)) {
            printf("x");
            for (int j = 0; j < n; j++)
                a[j & 63]--;
            s += 5;
        }
        s += a[i & 63];
        if (__builtin_expect(s == 123456789, 0))
            abort();
    }
    return s;
}

APART static int unreachable(int n)
{
    switch (n & 7) {
    case 0: return a[1];
    case 1: return a[2] + 2;
    case 2:
        for (int i = 0; i < n; i++)
            a[3] ^= i;
        return 3;
    case 3: return a[5];
    case 4: return 7;
    case 5: return 9;
    case 6: return a[0];
    }
    __builtin_unreachable();
}

APART static long in_segment(int n)
{
    long s = 0;
    long __seg_gs *g = 0;
    for (int i = 0; i < n; i++) {
        g[i & 7] += i;
        s += g[(i + 1) & 7];
    }
    return s;
}

__attribute__((noinline, noreturn)) static void end(int n)
{
    for (int i = 0; i < n; i++)
        a[i]++;
    printf("%d\n", a[0]);
    exit(0);
}

int main(void)
{
    long s = 0;
    long result = SYS_arch_prctl;
    __asm__ volatile("syscall" : "+a"(result) : "D"((long)ARCH_SET_GS), "S"(segment) : "rcx", "r11", "memory");
    for (int i = 0; i < 64; i++)
        a[i] = i;
    a[20] = 12345;
    for (int k = 0; k < opaque(6); k++)
#pragma algoprof loop name(calls)
        for (int i = 0; i < opaque(7); i++)
            s += in_section(10) + cold(10) + weak_name(10) + own_name(10) + twins[i & 1](10) + seldom(60) +
                 unreachable(i) + in_segment(20);
    printf("%ld\n", s);
    end(3);
}
