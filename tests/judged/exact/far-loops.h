/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loops that call what more/far.c has, wherever that is linked. */
#include "judge.h"
#include "more/far.h"
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int data[512], near_table[8];
static unsigned char items[64];
static int (*volatile pointer)(const int *, int) = far_read;
static int (*volatile compare)(const void *, const void *) = far_compare;

static int visit(const int *a)
{
    return *a + near_table[*a % 8];
}

#define LOOP(word, n, statement)                        \
    {                                                   \
        int i = 0, end = opaque(n);                     \
        JUDGE_BEGIN(#word);                             \
        _Pragma("algoprof loop")                        \
        for (; i < end; i++) {                          \
            JUDGE_STEP();                               \
            sum += statement;                           \
        }                                               \
        JUDGE_END();                                    \
    }

__attribute__((noinline)) static int direct(int n)
{
    int sum = 0;
    LOOP(direct, n, far_read(data + i * 2, i))
    return sum;
}

__attribute__((noinline)) static int tail(int n)
{
    int sum = 0;
    LOOP(tail, n, far_tail(data, i))
    return sum;
}

__attribute__((noinline)) static int by_pointer(int n)
{
    int sum = 0;
    LOOP(by_pointer, n, pointer(data + 100, i))
    return sum;
}

__attribute__((noinline)) static int callback(int n)
{
    int sum = 0;
    LOOP(callback, n, far_each(data + i, i, visit))
    return sum;
}

__attribute__((noinline)) static int sorted(int n)
{
    int sum = 0;
    LOOP(sorted, n, (qsort(items + 4 * i, (size_t)opaque(12), 1, compare), items[i]))
    return sum;
}

__attribute__((noinline)) static int variadic(int n)
{
    int sum = 0;
    LOOP(variadic, n, far_sum(data, 3, i, i * 2 + 50, i * 3 + 100))
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 512; i++)
        data[i] = i * 5 % 97;
    for (int i = 0; i < 64; i++)
        far_table[i] = i * 29 % 64;
    for (int k = 0; k < 10; k++) {
        for (int i = 0; i < 64; i++)
            items[i] = (unsigned char)(i * 7 + k);
        near_table[k % 8] = k;
        sum += direct(k * 3) + tail(k * 2) + by_pointer(k * 5) + callback(k) + sorted(k) + variadic(k * 2);
    }
    printf("%d\n", sum);
    return 0;
}
