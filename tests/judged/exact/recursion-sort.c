/* Merge sort, which writes a scratch array before it reads it, and quicksort. */
#include "judge.h"
#include <stdio.h>
#include <string.h>

static int numbers[300], scratch[300];

__attribute__((algoprof("recursion"))) static void merge_sort(int *a, int *other, int n)
{
    int half = n / 2, i = 0, j = half, k = 0;
    JUDGE_STEP();
    if (n < 2)
        return;
    merge_sort(a, other, half);
    merge_sort(a + half, other + half, n - half);
    while (i < half && j < n)
        if (a[j] < a[i])
            other[k++] = a[j++];
        else
            other[k++] = a[i++];
    memmove(a + k, a + i, (size_t)(half - i) * sizeof *a);
    memcpy(a, other, (size_t)k * sizeof *a);
}

__attribute__((algoprof("recursion"))) static void quick_sort(int *from, int *to)
{
    int pivot, *middle = from;
    JUDGE_STEP();
    if (to - from < 2)
        return;
    pivot = *from;
    for (int *p = from + 1; p < to; p++)
        if (*p < pivot) {
            int swapped = *p;
            *p = *++middle;
            *middle = swapped;
        }
    *from = *middle;
    *middle = pivot;
    quick_sort(from, middle);
    quick_sort(middle + 1, to);
}

int main(void)
{
    unsigned state = 1;
    for (int n = 0; n < 300; n += 43) {
        int length = opaque(n);
        for (int i = 0; i < 300; i++) {
            state = state * 1103515245 + 12345;
            numbers[i] = (int)(state >> 16);
        }
        JUDGE_BEGIN("merge_sort");
        merge_sort(numbers, scratch, length);
        JUDGE_END();
        numbers[n / 2]--;
        JUDGE_BEGIN("quick_sort");
        quick_sort(numbers + n / 3, numbers + length);
        JUDGE_END();
    }
    printf("%d %d %d\n", numbers[0], numbers[100], numbers[299]);
    return 0;
}
