/* Only the outer loop is a target. */
/* target main: instances 3, iterations 21 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 3; r++)
#pragma algoprof loop
        for (int i = 0; i < opaque(7); i++)
            for (int j = 0; j < opaque(5); j++) {
                if (j == i)
                    break;
                sum += j;
            }
    printf("%d\n", sum);
    return 0;
}
