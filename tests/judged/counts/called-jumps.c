/* A loop calls functions that jump by labels' addresses, out of other functions, and from asm statements.
   There are no samples in nested functions' frames, but calls of them. */
/* target calls: instances 6, iterations 30 */
#include "opaque.h"
#include <stdio.h>
#define APART __attribute__((noinline))

static int a[64];
static void *buffer[5];

/* The table has distances, which are the original's. */
APART static int interpret(const unsigned char *p, int n)
{
    static const int to[] = { &&add - &&add, &&load - &&add, &&mix - &&add };
    int s = 0, i = 0;
    for (int k = 0; k < n; k++)
        s += a[k & 63];
next:
    if (i == n)
        return s;
    goto *(&&add + to[p[i++]]);
add:
    s += 1;
    goto next;
load:
    s += a[i & 63];
    goto next;
mix:
    s ^= 3;
    goto next;
}

/* A label has one address. */
APART static void *place(int which)
{
    void *p = which ? &&second : &&first;
    goto *p;
first:
    return &&first;
second:
    return &&second;
}

APART static int by_asm(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        __asm__ goto("test %0, %0\n\tje %l1" : : "r"(i & 3) : "cc" : out);
        s += a[i & 7];
    out:;
    }
    return s;
}

APART static int nested(int n)
{
    __label__ out;
    int s = 0;
    void inner(int k)
    {
        for (int i = 0; i < k; i++)
            s += a[i];
        if (k > 10)
            goto out;
    }
    for (int i = 0; i < n; i++)
        inner(i);
    s += 1000;
out:
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static APART int apply(int (*f)(int), int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += f(i);
    return s;
}

APART static int by_trampoline(int n)
{
    int in(int x)
    {
        return x * n + a[x & 31];
    }
    return apply(in, n);
}

APART static void jump(void)
{
    __builtin_longjmp(buffer, 1);
}

APART static int comes_back(int n)
{
    volatile int s = 0;
    if (__builtin_setjmp(buffer))
        return s + 7;
    for (int i = 0; i < n; i++) {
        s += a[i];
        if (i == 3)
            jump();
    }
    return s;
}

int main(void)
{
    unsigned char program[100];
    int s = 0, moved = 0;
    void *p = place(1), *q = place(0);
    for (int i = 0; i < 100; i++)
        program[i] = i % 3;
    for (int i = 0; i < 64; i++)
        a[i] = i;
    for (int k = 0; k < opaque(6); k++)
#pragma algoprof loop name(calls)
        for (int i = 0; i < opaque(5); i++) {
            s += interpret(program, 100) + by_asm(50) + nested(20) + by_trampoline(9) + comes_back(9);
            moved += (place(1) != p) + (place(0) != q);
        }
    printf("%d %d\n", s, moved);
    return 0;
}
