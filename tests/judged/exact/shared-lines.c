/* Ranges that share lines: told at once, the one that reads first or the one that writes, with what is
   accessed besides at their ends, inside of them and before; in one instance and in one around it.  GCC does
   not know how long blocks are: the judge would not see those that it expands. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a and b may be parts of one array. */
static int add(int *a, const int *b, int n, int k)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("added");
#pragma algoprof loop name(added)
    for (; i < n; i++) {
        JUDGE_STEP();
        a[i] += b[i] * k;
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("copied");
#pragma algoprof loop name(copied)
    for (; i < n; i++) {
        JUDGE_STEP();
        a[i] = b[i] + k;
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("gathered");
#pragma algoprof loop name(gathered)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += b[a[i] & 63];
    }
    JUDGE_END();
    return sum;
}

static int stencil(int *a, int n)
{
    int i = 1;
    JUDGE_BEGIN("stencil");
#pragma algoprof loop name(stencil)
    for (; i < n; i++) {
        JUDGE_STEP();
        a[i] = a[i - 1] + a[i + 1];
    }
    JUDGE_END();
    return a[n / 2];
}

/* Blocks around, beside and inside of what was accessed before, and at what was a block. */
static int blocks(char *s, int n, int few)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("blocks");
#pragma algoprof loop name(blocks)
    for (; i < n; i++) {
        JUDGE_STEP();
        for (int k = 0; k < few; k++)
            sum += s[1000 + (k * 7 + i) * 300];
        s[100 * i + 40] = i;
        memset(s + 1100 * i + 7, i, opaque(4000));
        memmove(s + 900 * i + 20, s + 700 * i + 100, opaque(3000));
        sum += s[1100 * i + 4010];
        s[1100 * i + 5] = 1;
        sum += memcmp(s, s + 20000, opaque(5000));
        s[100 * i + 25100] = i;
    }
    JUDGE_END();
    return sum;
}

static int around(char *s, int n, int few)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("around");
#pragma algoprof loop name(around)
    for (; i < n; i++) {
        JUDGE_STEP();
        sum += s[9000 * i + 3000];
        sum += blocks(s + 3000 * i, 1 + i, few);
        sum += add((int *)(void *)s + 100, (int *)(void *)s + 100 + 16 * i, opaque(600), i);
    }
    JUDGE_END();
    return sum;
}

int main(void)
{
    int n = opaque(900), sum = 0;
    static int a[4000];
    char *s = calloc(60000, 1);
    for (int k = 0; k < 6; k++) {
        sum += add(a + 500, a + 500 + opaque(k) * 37, n, k);
        sum += add(a + 500 + opaque(k) * 37, a + 500, n, k);
        sum += stencil(a + opaque(k) * 5, n);
        sum += blocks(s, opaque(k), opaque(k * 4)) + around(s, opaque(k / 2), opaque(k));
    }
    printf("%d %d\n", sum, a[3]);
    return 0;
}
