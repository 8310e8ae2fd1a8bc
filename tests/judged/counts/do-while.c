/* Digits of 1, 10, ..., 10^8: 1 + ... + 9. */
/* target digits: instances 9, iterations 45 */
/* target once: instances 9, iterations 9 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0, x = 1;
    for (int k = 0; k < 9; k++, x *= 10) {
        int y = opaque(x);
#pragma algoprof loop name(digits)
        do {
            sum += y % 10;
            y /= 10;
        } while (y);
#pragma algoprof loop name(once)
        do {
            sum += k;
        } while (opaque(0));
    }
    printf("%d\n", sum);
    return 0;
}
