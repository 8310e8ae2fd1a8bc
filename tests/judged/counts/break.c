/* Left by break in iteration 5 (at i = 4), 20 times; and once not at all. */
/* target main: instances 21, iterations 109 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(21); k++) {
#pragma algoprof loop
        for (int i = 0; i < 9; i++) {
            sum += i;
            if (i == 4 && k != 20)
                break;
            sum ^= k;
        }
    }
    printf("%d\n", sum);
    return 0;
}
