/* Declared pure by the program.  Calls of different arguments are not merged. */
/* target weight: instances 50, iterations 1225 */
#include "opaque.h"
#include <stdio.h>

__attribute__((pure, noinline)) static int weight(const char *s, int n)
{
    int sum = 0;
#pragma algoprof loop
    while (n > 0) {
        n--;
        sum += s[n % 4];
    }
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(50); k++)
        sum += weight("abcd", k);
    printf("%d\n", sum);
    return 0;
}
