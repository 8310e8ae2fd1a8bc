/* Several ways back to the header; a loop within whose end jumps to the outer
   header. */
/* target two: instances 8, iterations 72 */
/* target outer: instances 8, iterations 40 */
/* target inner: instances 40, iterations 120 */
#include "opaque.h"
#include <stdio.h>

static int data[16];

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(8); k++) {
        int i = 0;
#pragma algoprof loop name(two)
    top:
        sum += data[i];
        i++;
        if (i % 3 == 1)
            goto top;
        data[i] ^= k;
        if (i < opaque(9))
            goto top;
        i = 0;
#pragma algoprof loop name(outer)
        while (i < opaque(5)) {
            i++;
#pragma algoprof loop name(inner)
            for (int j = 0;; j++) {
                sum ^= j;
                if (j == opaque(2))
                    goto next;
            }
        next:;
        }
    }
    printf("%d %d\n", sum, data[5]);
    return 0;
}
