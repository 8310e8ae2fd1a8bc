/* A loop whose whole body is a loop without set-up: both have one header. */
/* target outer: instances 2, iterations 8 */
/* target inner: instances 8, iterations 40 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 2; r++) {
        int i = 0, n = opaque(20);
#pragma algoprof loop name(outer)
        while (i < n) {
#pragma algoprof loop name(inner)
            while (1) {
                i++;
                sum += i;
                if (i % 5 == 0)
                    break;
            }
        }
    }
    printf("%d\n", sum);
    return 0;
}
