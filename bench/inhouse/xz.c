// SPDX-License-Identifier: GPL-3.0-or-later
// Compresses a file in memory, and expands it again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lzma.h>

int main(int argc, char **argv)
{
    FILE *f = fopen(argv[1], "rb");
    size_t size = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000000, n = 0, at = 0, m = 0;
    unsigned char *in = malloc(size), *out = malloc(size * 2), *back = malloc(size);
    uint64_t limit = UINT64_MAX;
    if (!f || fread(in, 1, size, f) != size)
        return 1;
    if (lzma_easy_buffer_encode(3, LZMA_CHECK_CRC32, NULL, in, size, out, &n, size * 2)
        || lzma_stream_buffer_decode(&limit, 0, NULL, out, &at, n, back, &m, size) || m != size || memcmp(in, back, size))
        return 1;
    printf("%zu\n", n);
}
