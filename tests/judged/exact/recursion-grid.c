/* lackey */
/* A flood fill, and paths through a grid that is read many times over. */
#include "judge.h"
#include <stdio.h>

unsigned char data_field[24][24];
unsigned short data_cost[12][12];

__attribute__((algoprof)) static int fill(int x, int y)
{
    JUDGE_STEP();
    if (x < 0 || y < 0 || x >= 24 || y >= 24 || data_field[y][x])
        return 0;
    data_field[y][x] = 1;
    return 1 + fill(x + 1, y) + fill(x - 1, y) + fill(x, y + 1) + fill(x, y - 1);
}

__attribute__((algoprof)) static unsigned cheapest(int x, int y, int end)
{
    unsigned right, down;
    JUDGE_STEP();
    if (x == end || y == end)
        return data_cost[y][x];
    right = cheapest(x + 1, y, end);
    down = cheapest(x, y + 1, end);
    return data_cost[y][x] + (right < down ? right : down);
}

int main(void)
{
    for (int i = 0; i < 8; i++) {
        int x = opaque(i * 7 % 24), y = opaque(i * 5 % 24), end = opaque(i), filled;
        unsigned cost;
        for (int k = 0; k < 24 * 24; k++)
            data_field[k / 24][k % 24] = k * (i + 3) % 11 < 3;
        for (int k = 0; k < 12 * 12; k++)
            data_cost[k / 12][k % 12] = (unsigned short)(k * 7 % 31);
        JUDGE_BEGIN("fill");
        filled = fill(x, y);
        JUDGE_END();
        JUDGE_BEGIN("cheapest");
        cost = cheapest(0, 0, end);
        JUDGE_END();
        printf("%d %u\n", filled, cost);
    }
    return 0;
}
