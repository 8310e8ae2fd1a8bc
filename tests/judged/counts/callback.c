/* Sorting with a callback in the loop. */
/* target main: instances 1, iterations 4 */
#include "opaque.h"
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

int main(void)
{
    int data[3] = { 3, 1, 2 }, sum = 0;
#pragma algoprof loop
    for (int i = 0; i < opaque(4); i++) {
        data[i % 3] += i;
        qsort(data, 3, sizeof *data, compare);
        sum += data[0];
    }
    printf("%d\n", sum);
    return 0;
}
