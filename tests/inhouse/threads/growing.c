// SPDX-License-Identifier: GPL-3.0-or-later
// A quadratic sort beside a linear sum, over sizes: what `algoprof suggest' and `report --metric' say of the log.
#include <stdio.h>

#define APART __attribute__((noipa))

APART static void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int x = a[i], k = i;
        for (; k > 0 && a[k - 1] > x; k--)
            a[k] = a[k - 1];
        a[k] = x;
    }
}

APART static long sum_of(const int *a, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int main(void)
{
    static int a[2000];
    long sum = 0;
    for (int n = 20; n < 1500; n = n * 5 / 4) {
        for (int i = 0; i < n; i++)
            a[i] = n - i;
        sort(a, n);
        sum += sum_of(a, n);
    }
    printf("%ld\n", sum);
}
