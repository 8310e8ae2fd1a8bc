/* Conditions that GCC threads and rotates: the first round differs; a flag ends
   the loop at the next evaluation. */
/* target first: instances 6, iterations 60 */
/* target flag: instances 6, iterations 30 */
/* target and: instances 6, iterations 42 */
#include "opaque.h"
#include <stdio.h>

static int data[32];

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(6); k++) {
        int first = 1, done = 0, i = 0;
#pragma algoprof loop name(first)
        for (int j = 0; j < opaque(10); j++) {
            if (first) {
                sum += 100;
                first = 0;
            } else {
                sum += j;
            }
        }
#pragma algoprof loop name(flag)
        while (!done) {
            sum += i;
            if (++i == 5)
                done = 1;
        }
        i = 0;
#pragma algoprof loop name(and)
        while (i < 32 && (data[i] == 0 || k > 100) && i != opaque(7)) {
            data[31]++;
            i++;
        }
    }
    printf("%d\n", sum);
    return 0;
}
