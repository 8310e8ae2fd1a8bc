/* bsearch over one element calls back exactly once. */
/* target main: instances 2, iterations 12 */
/* target compare: instances 13, iterations 65 */
#include "opaque.h"
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;
    int sum = 0;
#pragma algoprof loop
    for (int i = 0; i < opaque(5); i++)
        sum += x[0] ^ y[0];
    return sum;
}

int main(void)
{
    int data[1] = { 3 }, found = 0;
    for (int r = 0; r < 2; r++)
#pragma algoprof loop
        for (int i = 0; i < opaque(6); i++)
            found += bsearch(&i, data, 1, sizeof *data, compare) != NULL;
    found += bsearch(&found, data, 1, sizeof *data, compare) != NULL;
    printf("%d\n", found);
    return 0;
}
