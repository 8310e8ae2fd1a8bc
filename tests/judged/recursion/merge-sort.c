/* Merge sort: 2 n - 1 calls in chains of log2 n + 1. */
/* target sort: instances 3, calls 4251, longest 12 */
#include "twin.h"
#include <stdio.h>
#include <string.h>

static int data[2048], scratch[2048];

__attribute__((algoprof("recursion"))) static void sort(int *a, int *other, int n)
{
    RECURSION("sort");
    int half = n / 2, i = 0, j = half, k = 0;
    if (n < 2)
        return;
    sort(a, other, half);
    sort(a + half, other + half, n - half);
    while (k < n)
        if (j == n || (i < half && a[i] <= a[j]))
            other[k++] = a[i++];
        else
            other[k++] = a[j++];
    memcpy(a, other, (size_t)n * sizeof *a);
}

int main(void)
{
    static const int sizes[] = { 2048, 77, 2 };
    unsigned state = (unsigned)opaque(1);
    for (int s = 0; s < 3; s++) {
        int n = opaque(sizes[s]);
        for (int i = 0; i < n; i++) {
            state = state * 1103515245 + 12345;
            data[i] = (int)(state >> 16);
        }
        sort(data, scratch, n);
        for (int i = 1; i < n; i++)
            if (data[i - 1] > data[i])
                printf("%d is too late\n", i);
    }
    printf("%d %d\n", data[0], data[2047]);
    return 0;
}
