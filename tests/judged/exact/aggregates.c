/* Whole structures are copied, also in parts and within an array. */
#include "judge.h"
#include <stdio.h>

struct small {
    int x, y;
};

struct large {
    long v[12];
    char tag;
};

static struct small points[200], moved[200];
static struct large big[50], other[50];

int main(void)
{
    long sum = 0;
    for (int i = 0; i < 50; i++)
        big[i].v[i % 12] = i;
    for (int k = 0; k < 10; k++) {
        int i = 0, n = opaque(k * 20);
        JUDGE_BEGIN("points");
#pragma algoprof loop name(points)
        for (; i < n; i++) {
            JUDGE_STEP();
            moved[i] = points[(i * 3) % 200];
            points[i].x = moved[i].y;
        }
        JUDGE_END();
        i = 0;
        n = opaque(k * 5);
        JUDGE_BEGIN("structs");
#pragma algoprof loop name(structs)
        for (; i < n; i++) {
            JUDGE_STEP();
            other[i] = big[(i * 2) % 50];
            sum += other[i].v[3] + big[i].tag;
            big[i + 1] = big[i];
        }
        JUDGE_END();
    }
    printf("%ld %d %ld\n", sum, points[5].x, other[3].v[6]);
    return 0;
}
