/* SPDX-License-Identifier: MIT
 *
 * Merge sort of n numbers: 2 n calls in a chain of log2 n.  Calls grow
 * exponentially with the chain, and yet nothing is wrong.
 *
 *     main NUMBERS [SEED]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long state;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static void merge(int *numbers, size_t half, size_t n, int *scratch)
{
    size_t i = 0, j = half, k = 0;

    while (i < half && j < n)
        if (numbers[j] < numbers[i])
            scratch[k++] = numbers[j++];
        else
            scratch[k++] = numbers[i++];
    memcpy(scratch + k, numbers + i, (half - i) * sizeof(*numbers));
    memcpy(numbers, scratch, (k + half - i) * sizeof(*numbers));
}

/* Without the plugin the attribute is unknown. */
#pragma GCC diagnostic ignored "-Wattributes"
__attribute__((algoprof("recursion")))
static void merge_sort(int *numbers, size_t n, int *scratch)
{
    size_t half = n / 2;

    if (n < 2)
        return;
    merge_sort(numbers, half, scratch);
    merge_sort(numbers + half, n - half, scratch);
    merge(numbers, half, n, scratch);
}

int main(int argc, char **argv)
{
    size_t most = argc > 1 ? (size_t)atol(argv[1]) : 1000;
    unsigned long checksum = 0;
    int *numbers, *scratch;

    if (most < 1)
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    numbers = malloc(most * sizeof(*numbers));
    scratch = malloc(most * sizeof(*scratch));
    if (!numbers || !scratch)
        return 1;
    for (size_t n = most; n > 0; n /= 3) {
        for (size_t i = 0; i < n; i++)
            numbers[i] = (int)draw(1000000);
        merge_sort(numbers, n, scratch);
        for (size_t i = 0; i < n; i++)
            checksum = checksum * 31 + (unsigned)numbers[i];
    }
    printf("numbers %zu checksum %lx\n", most, checksum);
    free(scratch);
    free(numbers);
    return 0;
}
