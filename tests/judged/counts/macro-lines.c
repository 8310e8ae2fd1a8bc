/* One macro, three expansions in two functions: targets by place and function. */
/* target f: instances 2, iterations 8 */
/* target main: instances 1, iterations 5 */
/* target main#2: instances 1, iterations 6 */
#include "opaque.h"
#include <stdio.h>

#define ADD_UP(sum, n) _Pragma("algoprof loop") for (int i = 0; i < opaque(n); i++) (sum) += i

__attribute__((noinline)) static int f(int n)
{
    int sum = 0;
    ADD_UP(sum, n);
    return sum;
}

int main(void)
{
    int sum = f(3) + f(5);
    ADD_UP(sum, 5);
    ADD_UP(sum, 6);
    printf("%d\n", sum);
    return 0;
}
