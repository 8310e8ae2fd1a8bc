/* By formula (-fsanitize=thread does not see what a call reads and writes):
   structures passed by value and returned.  A result that was only partly written
   (padding) is not input either. */
/* exact returned: instances 8, size 80, union 80 */
/* exact passed: instances 8, size 1040, union 1040 */
/* exact both: instances 8, size 40, union 40 */
#include "judge.h"
#include <stdio.h>

struct small {
    int x, y;
};

struct large {
    long v[12];
    char tag;
};

static struct small points[20];
static struct large big[20], copies[20];

__attribute__((noinline)) static struct small swap(struct small p)
{
    return (struct small){ p.y, p.x };
}

__attribute__((noinline)) static struct large make(int n)
{
    struct large l = { { n }, n };
    return l;
}

__attribute__((noinline)) static long total(struct large l)
{
    long sum = l.tag;
    for (int i = 0; i < 12; i++)
        sum += l.v[i];
    return sum;
}

static int base[20];

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
        base[k] = opaque(k);
#pragma algoprof loop name(returned)
        for (int i = 0; i < n; i++)
            points[i] = swap(points[i]);
#pragma algoprof loop name(passed)
        for (int i = 0; i < n; i++)
            sum += total(big[i]);
#pragma algoprof loop name(both)
        for (int i = 0; i < n; i++) {
            copies[i] = make(base[i]);
            sum += copies[i].v[0] + copies[i].tag;
        }
    }
    printf("%ld %d\n", sum, points[3].x);
    return 0;
}
