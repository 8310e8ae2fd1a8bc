/* Loops that GCC replaces by popcount, ctz and clz, or by a formula. */
/* target popcount: instances 16, iterations 32 */
/* target trailing: instances 16, iterations 19 */
/* target bits: instances 16, iterations 49 */
/* target formula: instances 16, iterations 120 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    unsigned sum = 0;
    for (int k = 0; k < 16; k++) {
        unsigned x = opaque(k), y = opaque(k | 256), z = opaque(k), w = 0;
#pragma algoprof loop name(popcount)
        while (x) {
            x &= x - 1;
            sum++;
        }
#pragma algoprof loop name(trailing)
        while (!(y & 1)) {
            y >>= 1;
            sum += 2;
        }
#pragma algoprof loop name(bits)
        while (z) {
            z >>= 1;
            sum += 3;
        }
#pragma algoprof loop name(formula)
        for (int i = 0; i < opaque(k); i++)
            w += i;
        sum += w;
    }
    printf("%u\n", sum);
    return 0;
}
