/* Stack that grows in the body: alloca and variable-length arrays. */
/* target main: instances 5, iterations 50 */
#include "opaque.h"
#include <alloca.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int use(char *p, int n)
{
    memset(p, n, n);
    return p[n / 2];
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 5; k++)
#pragma algoprof loop
        for (int i = 0; i < opaque(10); i++) {
            char vla[i + 1];
            char *p = alloca(i + 8);
            sum += use(vla, i + 1) + use(p, i + 8);
        }
    printf("%d\n", sum);
    return 0;
}
