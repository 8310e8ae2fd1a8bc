/* A callee that another module may replace, here by -fPIC or weak. */
/* options: -fPIC */
/* target main: instances 2, iterations 10 */
/* target visible: instances 10, iterations 30 */
/* target replaced: instances 10, iterations 40 */
#include "opaque.h"
#include <stdio.h>

__attribute__((noinline)) int visible(int n);
__attribute__((noinline)) int visible(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += opaque(i);
    return sum;
}

__attribute__((weak)) int replaced(int n);
__attribute__((weak)) int replaced(int n)
{
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < n; i++)
        sum += opaque(i);
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int r = 0; r < 2; r++)
#pragma algoprof loop
        for (int i = 0; i < opaque(5); i++)
            sum += visible(3) * replaced(4);
    printf("%d\n", sum);
    return 0;
}
