/* Loops that GCC replaces by memset, memcpy, memmove, strlen and rawmemchr. */
/* target set: instances 4, iterations 400 */
/* target copy: instances 4, iterations 400 */
/* target move: instances 4, iterations 396 */
/* target length: instances 4, iterations 396 */
/* target rows: instances 4, iterations 40 */
/* target row: instances 40, iterations 400 */
#include "opaque.h"
#include <stdio.h>

static char a[100], b[100];
static int grid[10][10];

int main(void)
{
    int sum = 0;
    for (int k = 0; k < opaque(4); k++) {
#pragma algoprof loop name(set)
        for (int i = 0; i < 100; i++)
            a[i] = 'x';
        a[99] = 0;
#pragma algoprof loop name(copy)
        for (int i = 0; i < opaque(100); i++)
            b[i] = a[i];
#pragma algoprof loop name(move)
        for (int i = 0; i < 99; i++)
            a[i] = a[i + 1];
        const char *s = b;
#pragma algoprof loop name(length)
        while (*s)
            s++;
        sum += s - b;
#pragma algoprof loop name(rows)
        for (int i = 0; i < 10; i++)
#pragma algoprof loop name(row)
            for (int j = 0; j < 10; j++)
                grid[i][j] = 0;
    }
    printf("%d %d %d\n", sum, a[98], grid[3][3]);
    return 0;
}
