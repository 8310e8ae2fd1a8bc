/* Accesses in callees: static, inline, by way of another, with an array of
   their own on the stack. */
#include "judge.h"
#include <stdio.h>

static int data[512];

__attribute__((noinline)) static int far(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static inline int near(const int *a)
{
    return a[0] - a[1];
}

__attribute__((noinline)) static int own(const int *a, int n)
{
    int copy[16];
    for (int i = 0; i < 16; i++)
        copy[i] = a[i * 2];
    copy[n % 16]++;
    return far(copy, 16) + near(a + 5);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 512; i++)
        data[i] = i;
    for (int k = 0; k < 25; k++) {
        int i = 0, n = opaque(k);
        JUDGE_BEGIN("calls");
#pragma algoprof loop name(calls)
        while (i < n) {
            JUDGE_STEP();
            sum += far(data + i * 10, 5) + near(data + i);
            if (i % 5 == 0)
                sum += own(data + 200 + i, i);
            i++;
        }
        JUDGE_END();
    }
    printf("%d\n", sum);
    return 0;
}
