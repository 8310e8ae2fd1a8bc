/* GCC sees two loops with one header as one; the inner one is the target. */
/* target inner: instances 21, iterations 84 */
/* target outer: instances 3, iterations 21 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 3; r++) {
        int i = 0;
#pragma algoprof loop name(outer)
        do {
            int j = 0;
#pragma algoprof loop name(inner)
            do {
                sum += i ^ j;
            } while (++j < opaque(4));
        } while (++i < opaque(7));
    }
    printf("%d\n", sum);
    return 0;
}
