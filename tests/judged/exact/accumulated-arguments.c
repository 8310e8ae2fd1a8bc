/* By formula: as aggregate-calls.c, where the caller keeps room for arguments
   in its frame, which is older than the instance. */
/* flags: -maccumulate-outgoing-args */
/* exact passed: instances 8, size 1040, union 1040 */
/* exact many: instances 8, size 40, union 40 */
/* exact address: instances 8, size 40, union 40 */
#include "judge.h"
#include <stdio.h>

struct large {
    long v[12];
    char tag;
};

struct large big[20];
int numbers[10];

__attribute__((noinline)) static long total(struct large l)
{
    long sum = l.tag;
    for (int i = 0; i < 12; i++)
        sum += l.v[i];
    return sum;
}

/* h and i come on the stack. */
__attribute__((noinline)) static long many(int a, int b, int c, int d, int e, int f, int g, int h, int i)
{
    return a + b - c + d - e + f - g + h - i;
}

__attribute__((noinline)) static long address(int a, int b, int c, int d, int e, int f, int g)
{
    int *p = &g;
    __asm__ volatile("" : "+r"(p) : : "memory");
    return a + b - c + d - e + f - *p;
}

int main(void)
{
    long sum = 0;
    for (int k = 0; k < 8; k++) {
        int n = opaque(10);
#pragma algoprof loop name(passed)
        for (int i = 0; i < n; i++)
            sum += total(big[i]);
#pragma algoprof loop name(many)
        for (int i = 0; i < n; i++)
            sum += many(1, 2, 3, 4, 5, 6, 7, k, numbers[i]);
#pragma algoprof loop name(address)
        for (int i = 0; i < n; i++)
            sum += address(1, 2, 3, 4, 5, k, numbers[i]);
    }
    printf("%ld\n", sum);
    return 0;
}
