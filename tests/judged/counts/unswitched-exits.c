/* Loops whose exits GCC may merge, sink or turn into one. */
/* target same: instances 12, iterations 67 */
/* target abort: instances 12, iterations 120 */
#include "opaque.h"
#include <stdio.h>
#include <stdlib.h>

static int data[16];

__attribute__((noinline)) static int same(int n)
{
#pragma algoprof loop
    for (int i = 0; i < 100; i++) {
        if (i == n)
            return 1;
        if (data[i % 16] > 1000)
            return 1;
        if (i > 90)
            return 1;
    }
    return 1;
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(12); k++) {
        sum += same(k - 1 + (k == 0));
#pragma algoprof loop name(abort)
        for (int i = 0; i < 10; i++) {
            if (data[i] < 0)
                abort();
            data[i] += k;
        }
    }
    printf("%d %d\n", sum, data[3]);
    return 0;
}
