/* The body of a goto loop is entered once more than the jump is taken. */
/* target up: instances 6, iterations 60 */
/* target scan: instances 6, iterations 36 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(6); k++) {
        int i = 0, n = opaque(10);
#pragma algoprof loop name(up)
    again:
        sum += i;
        i++;
        if (i < n)
            goto again;
        i = 0;
#pragma algoprof loop name(scan)
    next:
        if (i == 5)
            goto done;
        sum ^= i++;
        goto next;
    done:
        sum++;
    }
    printf("%d\n", sum);
    return 0;
}
