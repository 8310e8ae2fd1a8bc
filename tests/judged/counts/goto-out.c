/* Out of two loops at once, at i = 3, j = 2: outer bodies 4, inner 10+10+10+3. */
/* target outer: instances 5, iterations 20 */
/* target inner: instances 20, iterations 165 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 5; k++) {
#pragma algoprof loop name(outer)
        for (int i = 0; i < opaque(10); i++) {
#pragma algoprof loop name(inner)
            for (int j = 0; j < 10; j++) {
                sum += j;
                if (i == opaque(3) && j == 2)
                    goto out;
            }
        }
    out:
        sum++;
    }
    printf("%d\n", sum);
    return 0;
}
