/* Triangles: sum of i for i < 12 is 66, sum of i*(i-1)/2 is 220. */
/* target a: instances 2, iterations 24 */
/* target b: instances 24, iterations 132 */
/* target c: instances 132, iterations 440 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 2; k++)
#pragma algoprof loop name(a)
        for (int i = 0; i < opaque(12); i++)
#pragma algoprof loop name(b)
            for (int j = 0; j < i; j++)
#pragma algoprof loop name(c)
                for (int l = 0; l < j; l++)
                    sum += l ^ k;
    printf("%d\n", sum);
    return 0;
}
