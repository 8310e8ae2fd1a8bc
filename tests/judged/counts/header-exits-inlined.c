/* The same two exits, inlined into a caller that uses the result. */
/* target find: instances 10, iterations 55 */
#include "opaque.h"
#include <stdio.h>

static int cells[16];

static inline int find(int from, int what)
{
    int i = from;
#pragma algoprof loop
    for (;;) {
        if (cells[i] == what)
            return i;
        if (cells[i] < 0)
            return -1;
        i++;
    }
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        cells[i] = i + 1;
    cells[10] = -1;
    for (int k = 1; k <= opaque(10); k++)
        sum += find(0, k) * k;
    printf("%d\n", sum);
    return 0;
}
