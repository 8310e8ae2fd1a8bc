/* A leaf function with its array below the stack pointer. */
/* target leaf#2: instances 100, iterations 1200 */
/* target clear: instances 100, iterations 1200 */
#include "opaque.h"
#include <stdio.h>

__attribute__((noinline)) static int leaf(int seed)
{
    volatile char local[12];
    int sum = 0;
#pragma algoprof loop name(clear)
    for (int i = 0; i < 12; i++)
        local[i] = seed + i;
#pragma algoprof loop
    for (int i = 0; i < 12; i++)
        sum = sum * 3 + local[(i * 5) % 12];
    return sum + local[0];
}

int main(void)
{
    unsigned sum = 0;
    for (int k = 0; k < opaque(100); k++)
        sum = sum * 7 + leaf(k);
    printf("%u\n", sum);
    return 0;
}
