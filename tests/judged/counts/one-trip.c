/* Constant trip counts of 1 and 2. */
/* target one: instances 8, iterations 8 */
/* target two: instances 8, iterations 16 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(8); k++) {
#pragma algoprof loop name(one)
        for (int i = 0; i < 1; i++)
            sum += opaque(k);
#pragma algoprof loop name(two)
        for (int i = 0; i < 2; i++)
            sum ^= opaque(k + i);
    }
    printf("%d\n", sum);
    return 0;
}
