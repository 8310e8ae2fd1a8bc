/* Elements with equal gaps, which are told whole: columns, members of structures, what is met twice, in part, or
   has something else between its elements. */
#include "judge.h"
#include <stdio.h>

struct item {
    int key, unused[5];
    double value;
    char tag[3];
};

static double grid[64][37];
static struct item item[300];

static double down(int from, int to, int column)
{
    double sum = 0;
    int i = from;
    JUDGE_BEGIN("down");
#pragma algoprof loop name(down)
    for (; i < to; i++) {
        JUDGE_STEP();
        sum += grid[i][column];
    }
    JUDGE_END();
    return sum;
}

/* The same column twice, and its neighbour; then a row across them. */
static double across(int columns)
{
    double sum = 0;
    int c = 0;
    JUDGE_BEGIN("across");
#pragma algoprof loop name(across)
    for (; c < columns; c++) {
        JUDGE_STEP();
        for (int i = 63; i >= 0; i--)
            sum += grid[i][c / 2];
        if (c == 5)
            for (int k = 0; k < 37; k++)
                sum += grid[20][k];
    }
    JUDGE_END();
    return sum;
}

static double members(int n, int what)
{
    double sum = 0;
    int i = 0;
    JUDGE_BEGIN("members");
#pragma algoprof loop name(members)
    for (; i < 3; i++) {
        JUDGE_STEP();
        if (what & 1)
            for (int k = 0; k < n; k++)
                sum += item[k].key;
        if (what & 2)
            for (int k = 0; k < n; k++)
                item[k].value += 1;
        if (what & 4)
            for (int k = 0; k < n; k++)
                sum += item[k].value * item[k].key;
        if (what & 8)
            for (int k = 0; k < n; k++)
                item[k].tag[1] = (char)k;
        if (what & 16)
            sum += item[n / 2].tag[1] + item[n / 3].key;
    }
    JUDGE_END();
    return sum;
}

int main(void)
{
    double sum = 0;
    int n = opaque(300);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 37; j++)
            grid[i][j] = i * j;
    for (int i = 0; i < 300; i++)
        item[i].key = i;
    for (int i = 0; i < 12; i++)
        sum += down(opaque(i), opaque(64 - i * 3), i);
    for (int i = 0; i < 9; i++)
        sum += across(opaque(i));
    for (int i = 0; i < 32; i++)
        sum += members(n - i, opaque(i));
    printf("%g\n", sum);
    return 0;
}
