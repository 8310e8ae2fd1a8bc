/* All the work is in the header. */
/* target scan: instances 5, iterations 60 */
/* target halve: instances 5, iterations 50 */
/* target idle: instances 5, iterations 500 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    static const char text[] = "twelve chars";
    int sum = 0;
    for (int k = 0; k < opaque(5); k++) {
        int i, n = opaque(1024);
#pragma algoprof loop name(scan)
        for (i = 0; text[i]; i++)
            ;
        sum += i;
#pragma algoprof loop name(halve)
        while (n /= 2)
            ;
        sum += n;
#pragma algoprof loop name(idle)
        for (i = 0; i < opaque(100); i++)
            ;
        sum += i;
    }
    printf("%d\n", sum);
    return 0;
}
