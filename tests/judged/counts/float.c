/* Floating-point conditions: 0, 0.125, ... below 2 is 16; halving 1024 down to
   1 is 10. */
/* target up: instances 4, iterations 64 */
/* target half: instances 4, iterations 40 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    double sum = 0;
    for (int k = 0; k < opaque(4); k++) {
        double step = opaque(1) / 8.0, x = opaque(1024);
#pragma algoprof loop name(up)
        for (double d = 0; d < 2; d += step)
            sum += d;
#pragma algoprof loop name(half)
        while (x > 1)
            x /= 2;
        sum += x;
    }
    printf("%g\n", sum);
    return 0;
}
