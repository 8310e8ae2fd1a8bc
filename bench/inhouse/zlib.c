// SPDX-License-Identifier: GPL-3.0-or-later
// Compresses a file in memory at three levels, and expands it again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zlib.h"

int main(int argc, char **argv)
{
    FILE *f = fopen(argv[1], "rb");
    unsigned long sum = 0, size = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000000;
    unsigned char *in = malloc(size), *out = malloc(size * 2), *back = malloc(size);
    if (!f || fread(in, 1, size, f) != size)
        return 1;
    for (int level = 1; level <= 9; level += 4) {
        uLongf n = size * 2, m = size;
        if (compress2(out, &n, in, size, level) || uncompress(back, &m, out, n) || m != size || memcmp(in, back, size))
            return 1;
        sum += n;
    }
    printf("%lu\n", sum);
}
