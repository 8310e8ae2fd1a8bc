/* A callee through a pointer, with a marked loop, in a traced loop. */
/* target main: instances 1, iterations 9 */
/* target add: instances 5, iterations 20 */
/* target sub: instances 4, iterations 8 */
#include "opaque.h"
#include <stdio.h>

static int add(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += opaque(i);
    return sum;
}

static int sub(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i += 2)
        sum -= opaque(i);
    return sum;
}

int main(void)
{
    int (*volatile f[2])(int) = { add, sub };
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < opaque(9); i++)
        sum += f[i % 2](4);
    printf("%d\n", sum);
    return 0;
}
