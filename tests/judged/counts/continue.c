/* target main: instances 3, iterations 300 */
/* target main#2: instances 3, iterations 60 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 3; k++) {
#pragma algoprof loop
        for (int i = 0; i < opaque(100); i++) {
            if (i % 3 == k)
                continue;
            sum += i;
            if (i % 7)
                continue;
            sum ^= i;
        }
        int j = opaque(20);
#pragma algoprof loop
        while (j-- > 0) {
            if (j & 1)
                continue;
            sum += j;
        }
    }
    printf("%d\n", sum);
    return 0;
}
