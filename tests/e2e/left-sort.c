/* SPDX-License-Identifier: GPL-3.0-or-later
 * One execution of a loop that is one sort: 1 if that was to call another function than the one that
 * the program names.  Link with -Wl,--wrap=qsort.
 *   left-sort NUMBERS */
#include <stdio.h>
#include <stdlib.h>

static int other;

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void __real_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void __wrap_qsort(void *, size_t, size_t, int (*)(const void *, const void *));

void __wrap_qsort(void *array, size_t n, size_t size, int (*by)(const void *, const void *))
{
    other = by != compare;
    __real_qsort(array, n, size, by);
}

int main(int argc, char **argv)
{
    long n = argc == 2 ? atol(argv[1]) : 0;
    int *numbers = calloc((size_t)n + 1, sizeof *numbers);
    unsigned random = 1;
    if (!numbers)
        return 1;
    for (long i = 0; i < n; i++)
        numbers[i] = (int)((random = random * 1664525u + 1013904223u) >> 1);
#pragma algoprof loop name(sorted)
    for (int i = 0; i < argc - 1; i++)
        qsort(numbers, (size_t)n, sizeof *numbers, compare);
    printf("%d\n", other);
    free(numbers);
    return 0;
}
