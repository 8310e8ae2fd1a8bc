/* Quicksort on random and on sorted numbers: a balanced and a linear chain. */
/* target sort: instances 2, calls 2402, longest 401 */
#include "twin.h"
#include <stdio.h>

static int data[800];

__attribute__((algoprof("recursion"))) static void sort(int *from, int *to)
{
    RECURSION("sort");
    if (from >= to)
        return;
    int pivot = *from, *middle = from;
    for (int *p = from + 1; p < to; p++)
        if (*p < pivot) {
            int swapped = *p;
            *p = *++middle;
            *middle = swapped;
        }
    *from = *middle;
    *middle = pivot;
    sort(from, middle);
    sort(middle + 1, to);
}

int main(void)
{
    unsigned state = (unsigned)opaque(1);
    for (int i = 0; i < 800; i++) {
        state = state * 1103515245 + 12345;
        data[i] = (int)(state >> 16);
    }
    sort(data, data + opaque(800));
    printf("%d %d %d\n", data[0], data[400], data[799]);
    for (int i = 0; i < 400; i++)
        data[i] = i;
    sort(data, data + opaque(400));
    printf("%d %d\n", data[0], data[399]);
    return 0;
}
