/* target a: instances 10, iterations 45 */
/* target b: instances 10, iterations 45 */
/* target c: instances 10, iterations 65 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 10; k++) {
        int n = opaque(k);
#pragma algoprof loop name(a)
        while (n--)
            sum += n;
        unsigned m = opaque(k);
#pragma algoprof loop name(b)
        for (; m; --m)
            sum ^= m;
        /* from 2k down to -3, in steps of 2 */
#pragma algoprof loop name(c)
        for (int i = 2 * opaque(k); i > -4; i -= 2)
            sum += i;
    }
    printf("%d\n", sum);
    return 0;
}
