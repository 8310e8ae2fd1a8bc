/* Constant trip counts: GCC may unroll and interchange. */
/* target a: instances 7, iterations 28 */
/* target b: instances 28, iterations 112 */
/* target c: instances 112, iterations 224 */
#include "opaque.h"
#include <stdio.h>

static int m[4][4], v[4];

int main(void)
{
    for (int k = 0; k < opaque(7); k++)
#pragma algoprof loop name(a)
        for (int i = 0; i < 4; i++)
#pragma algoprof loop name(b)
            for (int j = 0; j < 4; j++)
#pragma algoprof loop name(c)
                for (int l = 0; l < 2; l++) {
                    m[i][j] += k + l;
                    v[j] ^= m[i][j];
                }
    printf("%d %d\n", m[1][2], v[3]);
    return 0;
}
