/* The process ends inside the loop. */
/* target main: instances 1, iterations 13 */
/* target work: instances 13, iterations 39 */
#include "opaque.h"
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int work(int i)
{
    int sum = 0;
#pragma algoprof loop
    for (int j = 0; j < opaque(3); j++)
        sum += j * i;
    if (i == 12) {
        printf("%d\n", sum);
        exit(3);
    }
    return sum;
}

int main(void)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < opaque(100); i++)
        sum += work(i);
    return sum;
}
