/* SPDX-License-Identifier: MIT
 *
 * The program of the ten-line projects: main N does about N * N / 2 steps. */
#include <stdlib.h>

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    char *text = (char *)calloc(n + 1, 1);
    volatile unsigned long sum = 0;
    for (size_t i = 0; text && i < n; i++)
#pragma algoprof loop name(scan)
        for (size_t k = 0; k < i; k++)
            sum += text[k];
    free(text);
    return 0;
}
