/* A recursive callee with a marked loop, called from a traced loop: 2^6 - 1
   calls of walk (5), with level + 1 iterations each: sum of 2^(5-l) * (l + 1)
   for l = 0..5 is 120.  The calls differ, so that GCC cannot merge two. */
/* target main: instances 3, iterations 12 */
/* target walk: instances 756, iterations 1440 */
#include "opaque.h"
#include <stdio.h>

static int data[8];

static int walk(int level, int side)
{
    int sum = side;
#pragma algoprof loop
    for (int i = 0; i <= level; i++)
        sum += data[i];
    if (level > 0)
        sum += walk(level - 1, 0) + walk(level - 1, 1);
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 3; r++)
#pragma algoprof loop
        for (int i = 0; i < opaque(4); i++) {
            data[i]++;
            sum += walk(5, i);
        }
    printf("%d\n", sum);
    return 0;
}
