/* Loops that -O3 interchanges, distributes, fuses (unroll and jam). */
/* target i: instances 3, iterations 60 */
/* target j: instances 60, iterations 1200 */
/* target k: instances 1200, iterations 24000 */
#include "opaque.h"
#include <stdio.h>

static double a[20][20], b[20][20], c[20][20];

int main(void)
{
    for (int i = 0; i < 400; i++) {
        a[i / 20][i % 20] = i;
        b[i / 20][i % 20] = 400 - i;
    }
    for (int r = 0; r < opaque(3); r++)
#pragma algoprof loop name(i)
        for (int i = 0; i < 20; i++)
#pragma algoprof loop name(j)
            for (int j = 0; j < 20; j++)
#pragma algoprof loop name(k)
                for (int k = 0; k < 20; k++)
                    c[i][j] += a[i][k] * b[k][j];
    printf("%g\n", c[3][4]);
    return 0;
}
