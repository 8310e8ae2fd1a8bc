/* Entered, but never iterating. */
/* target variable: instances 10, iterations 0 */
/* target sometimes: instances 10, iterations 5 */
/* target pointer: instances 10, iterations 0 */
#include "opaque.h"
#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(10); k++) {
        int n = opaque(0);
        const char *s = opaque(1) ? "" : "x";
#pragma algoprof loop name(variable)
        for (int i = 0; i < n; i++)
            sum += i;
#pragma algoprof loop name(sometimes)
        for (int i = k; i < 5; i += 5)
            sum += i;
#pragma algoprof loop name(pointer)
        while (*s)
            sum += *s++;
    }
    printf("%d\n", sum);
    return 0;
}
