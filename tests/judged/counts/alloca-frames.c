/* An execution of a function is known by its frame: where the stack grows in a loop, in activations on
   top of each other, and where the frame is aligned anew. */
/* target grows: instances 63, iterations 57 */
/* target aligned: instances 6, iterations 60 */
#include "opaque.h"
#include <alloca.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static int use(char *p, int n)
{
    memset(p, n, n);
    return p[n / 2];
}

__attribute__((noinline)) static int grow(int depth)
{
    int sum = 0, n = opaque(depth);
#pragma algoprof loop name(grows)
    for (int i = 0; i < n; i++) {
        char *p = alloca(8 * i + opaque(16));
        sum += use(p, 8 * i + 16) + grow(i);
    }
    return sum;
}

__attribute__((noinline)) static int align(int n)
{
    char cells[64] __attribute__((aligned(64))), *last = cells;
    int sum = use(cells, 64);
#pragma algoprof loop name(aligned)
    for (int i = 0; i < n; i++) {
        sum += use(last, i + 1);
        last = alloca(opaque(32 + i));
    }
    return sum + ((long)cells & 63);
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 6; i++)
        sum += grow(i) + align(opaque(10));
    printf("%d\n", sum);
    return 0;
}
