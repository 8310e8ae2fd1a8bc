/* So many different (size, cost) that the log sums them up by size: sorts of
   random numbers by a quicksort that takes the first one, and a chain with a
   tree of its own at each link. */
#include "twin.h"
#include <stdio.h>

static int data[20000];

__attribute__((algoprof)) static void sort(int *from, int *to)
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

__attribute__((algoprof)) static long comb(int n, int tooth)
{
    RECURSION("comb");
    if (n == 0)
        return tooth;
    return comb(n - 1, tooth) + (tooth ? 0 : comb(n * 7 % 5, 1));
}

int main(void)
{
    unsigned state = (unsigned)opaque(1);
    for (int r = 0; r < 2; r++) {
        for (int i = 0; i < 20000; i++) {
            state = state * 1103515245 + 12345;
            data[i] = (int)(state >> 8);
        }
        sort(data, data + 20000);
        printf("%d %d\n", data[0], data[19999]);
    }
    printf("%ld\n", comb(opaque(5000), 0));
    printf("%ld\n", comb(opaque(1000), 0));
    return 0;
}
