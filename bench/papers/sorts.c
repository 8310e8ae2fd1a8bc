// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts of random numbers, 10 to 10,000 of them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APART __attribute__((noinline))
#define MOST 10000

static long numbers[MOST], other[MOST];

APART static void insertion_sort(long *v, long n)
{
    for (long i = 1; i < n; i++) {
        long x = v[i], k = i;
        for (; k > 0 && v[k - 1] > x; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
}

APART static void merge_sort(long *v, long n, long *room)
{
    long half = n / 2, a = 0, b = half;
    if (n < 2)
        return;
    merge_sort(v, half, room);
    merge_sort(v + half, n - half, room);
    for (long i = 0; i < n; i++)
        room[i] = b == n || (a < half && v[a] <= v[b]) ? v[a++] : v[b++];
    memcpy(v, room, (size_t)n * sizeof *v);
}

APART static void quick_sort(long *v, long n)
{
    while (n > 1) {
        long pivot = v[n / 2], low = 0, high = n - 1;
        while (low <= high) {
            while (v[low] < pivot)
                low++;
            while (v[high] > pivot)
                high--;
            if (low <= high) {
                long x = v[low];
                v[low++] = v[high];
                v[high--] = x;
            }
        }
        quick_sort(v, high + 1);
        v += low;
        n -= low;
    }
}

// As gnugo's gg_sort.
APART static void comb_sort(long *v, long n)
{
    long gap = n;
    int swapped;
    do {
        gap = gap * 10 / 13;
        gap = gap < 1 ? 1 : gap == 9 || gap == 10 ? 11 : gap;
        swapped = 0;
        for (long i = 0; i + gap < n; i++)
            if (v[i] > v[i + gap]) {
                long x = v[i];
                v[i] = v[i + gap];
                v[i + gap] = x;
                swapped = 1;
            }
    } while (swapped || gap > 1);
}

static unsigned long state = 1;

static void fill(long n)
{
    for (long i = 0; i < n; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        numbers[i] = (long)(state >> 33);
    }
}

int main(void)
{
    unsigned long sum = 0;
    for (long n = 10; n <= MOST; n += n / 4) {
        fill(n);
        merge_sort(numbers, n, other);
        sum += (unsigned long)numbers[0];
        fill(n);
        quick_sort(numbers, n);
        sum += (unsigned long)numbers[n - 1];
        fill(n);
        comb_sort(numbers, n);
        sum += (unsigned long)numbers[n / 2];
        if (n <= MOST / 4) {
            fill(n);
            insertion_sort(numbers, n);
            sum += (unsigned long)numbers[n / 3];
        }
    }
    printf("%lu\n", sum);
    return 0;
}
