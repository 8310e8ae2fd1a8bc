/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fleet pack FOLDER FILE...: logs as they are uploaded (docs/spool.md), whatever is
 * in them: FOLDER/HASH.aplog.zst each.  Prints their names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "store.h"

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (!in || fseek(in, 0, SEEK_END) != 0)
        give_up(path);
    *size = (size_t)ftell(in);
    rewind(in);
    uint8_t *bytes = malloc(*size + 1);
    if (!bytes || fread(bytes, 1, *size, in) != *size)
        give_up(path);
    fclose(in);
    return bytes;
}

static void pack(const char *folder, const uint8_t *bytes, size_t size)
{
    uint8_t hash[STORE_HASH];
    char hex[2 * STORE_HASH + 1], path[4096];
    size_t room = ZSTD_compressBound(size);
    void *packed = malloc(room);
    store_hash(bytes, size, hash);
    text_hex(hash, sizeof hash, hex);
    snprintf(path, sizeof path, "%s/%s.aplog.zst", folder, hex);
    FILE *out = fopen(path, "wb");
    if (!packed || !out)
        give_up(path);
    size_t n = ZSTD_compress(packed, room, bytes, size, 3);
    if (fwrite(packed, 1, n, out) != n || fclose(out) != 0)
        give_up(path);
    printf("%s.aplog.zst\n", hex);
    free(packed);
}

int main(int argc, char **argv)
{
    if (argc < 3 || strcmp(argv[1], "pack") != 0) {
        fprintf(stderr, "usage: fleet pack FOLDER FILE...\n");
        return 2;
    }
    for (int i = 3; i < argc; i++) {
        size_t size;
        uint8_t *bytes = read_file(argv[i], &size);
        pack(argv[2], bytes, size);
        free(bytes);
    }
    return 0;
}
