/* Loops all of whose accesses are told before they run: in place and between arrays, up
   and down, those that GCC makes calls of, and none at all; alone, and inside of another
   target. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>

struct pixel {
    unsigned char red, green, blue;
};

static int between(int *restrict a, int *restrict b, int n)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("copied");
#pragma algoprof loop name(copied)
    for (; i < n; i++) {
        JUDGE_STEP();
        a[i] = b[i];
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("cleared");
#pragma algoprof loop name(cleared)
    for (; i < n; i++) {
        JUDGE_STEP();
        a[i] = 0;
    }
    JUDGE_END();
    i = n;
    JUDGE_BEGIN("reversed");
#pragma algoprof loop name(reversed)
    for (; i > 0; i--) {
        JUDGE_STEP();
        a[n - i] += b[i - 1];
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("until");
#pragma algoprof loop name(until)
    do {
        JUDGE_STEP();
        sum += a[i];
    } while (++i < n);
    JUDGE_END();
    return sum;
}

static int in_place(struct pixel *p, char *s, int n)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("grey");
#pragma algoprof loop name(grey)
    for (; i < n; i++) {
        JUDGE_STEP();
        p[i].blue = p[i].red ^ p[i].green;
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("moved");
#pragma algoprof loop name(moved)
    for (; i < n; i++) {
        JUDGE_STEP();
        s[i] = s[i + 1];
    }
    JUDGE_END();
    i = 0;
    JUDGE_BEGIN("summed");
#pragma algoprof loop name(summed)
    for (; i < n; i += 3) {
        JUDGE_STEP();
        sum += s[i];
    }
    JUDGE_END();
    return sum;
}

static int rows(int (*grid)[20], int n)
{
    int i = 0, sum = 0;
    JUDGE_BEGIN("rows");
#pragma algoprof loop name(rows)
    for (; i < n; i++) {
        JUDGE_STEP();
        int j = 0;
        JUDGE_BEGIN("row");
#pragma algoprof loop name(row)
        for (; j < n; j++) {
            JUDGE_STEP();
            grid[i][j] = 0;
        }
        JUDGE_END();
        for (j = 0; j < n; j++)
            sum += grid[j][i];
    }
    JUDGE_END();
    return sum;
}

int main(void)
{
    int n = opaque(20), sum = 0;
    int *a = calloc(n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b);
    struct pixel *p = calloc(n + 1, sizeof *p);
    char *s = calloc(n + 2, 1);
    int (*grid)[20] = calloc(20, sizeof *grid);
    for (int k = 0; k < 8; k++) {
        sum += between(a, b, opaque(k * 20 / 7));
        sum += in_place(p, s, opaque(k * 20 / 7)) + rows(grid, opaque(k * 20 / 7));
    }
    printf("%d %d %d\n", sum, a[3], b[4]);
    return 0;
}
