/* Vector registers of the program's own. */
/* target mix: instances 25, iterations 250 */
#include "opaque.h"
#include <stdio.h>

typedef unsigned v8 __attribute__((vector_size(32)));
typedef double v4 __attribute__((vector_size(32)));

static v8 cells[16];
static v4 reals[16];

int main(void)
{
    v8 a = { 1, 2, 3, 4, 5, 6, 7, 8 }, b = a * 3, c = a ^ b;
    v4 x = { 1, 2, 3, 4 }, y = x * 0.5;
    for (int r = 0; r < opaque(25); r++) {
#pragma algoprof loop name(mix)
        for (int i = 0; i < opaque(10); i++) {
            a += cells[i] + b;
            b ^= a >> 2;
            c -= b * a;
            cells[i] = c;
            x += reals[i] * y;
            y = y * 0.75 + x * 0.001;
            reals[i] = y;
        }
    }
    unsigned sum = 0;
    double real = 0;
    for (int i = 0; i < 8; i++)
        sum = sum * 31 + a[i] + b[i] + c[i];
    for (int i = 0; i < 4; i++)
        real += x[i] + y[i];
    printf("%u %.12g\n", sum, real);
    return 0;
}
