/* Three inlined copies and a call through a pointer: one target. */
/* target count: instances 9, iterations 90 */
#include "opaque.h"
#include <stdio.h>

static inline int count(const char *s, int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += s[i];
    return sum;
}

int main(void)
{
    static const char text[] = "abcdefghijklmnopqrstuvwxyz";
    int (*volatile far)(const char *, int) = count;
    int sum = 0;
    sum += count(text, opaque(3));
    sum += count(text + 1, opaque(7)) * 3;
    for (int k = 0; k < opaque(5); k++)
        sum ^= count(text + k, 10);
    sum += far(text, 14);
    sum += far(text, 16);
    printf("%d\n", sum);
    return 0;
}
