/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/unpack.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define WINDOW_LOG 23
#define FIRST_ROOM (256u << 10)

bool unpack_is_packed(const uint8_t *bytes, size_t size)
{
    static const uint8_t magic[] = { 0x28, 0xb5, 0x2f, 0xfd };
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

size_t unpack_size(const uint8_t *bytes, size_t size, size_t most)
{
    unsigned long long told = ZSTD_getFrameContentSize(bytes, size);
    return told < most ? (size_t)told : most;   /* unknown is more */
}

/* Fills *to; one byte more than `most` tells that there is more. */
/* room: of *to at first. */
static int run(ZSTD_DStream *stream, ZSTD_inBuffer *in, size_t most, size_t room, uint8_t **to,
               size_t *n, struct err *err)
{
    size_t cap = room, left = 1;
    ZSTD_outBuffer out = { NULL, 0, 0 };
    while (left != 0) {
        if (out.pos == out.size) {
            if (*to ? array_grow(to, &cap, out.pos + 1, 1) != 0 : !(*to = malloc(room)))
                return err_memory(err);
            out.dst = *to;
            out.size = cap < most + 1 ? cap : most + 1;
        }
        size_t before = in->pos + out.pos;
        left = ZSTD_decompressStream(stream, &out, in);
        if (ZSTD_isError(left))
            return err_set(err, "damaged (zstd: %s)", ZSTD_getErrorName(left));
        if (out.pos > most)
            return err_set(err, "unpacks to more than %zu bytes", most);
        if (left != 0 && in->pos == in->size && out.pos < out.size && in->pos + out.pos == before)
            return err_set(err, "truncated (zstd): %zu bytes", in->size);
    }
    *n = out.pos;
    return 0;
}

int unpack(uint8_t **bytes, size_t *size, size_t most, struct err *err)
{
    uint8_t *to = NULL;
    size_t n = 0;
    ZSTD_inBuffer in = { *bytes, *size, 0 };
    ZSTD_DStream *stream = ZSTD_createDStream();
    if (!stream)
        return err_memory(err);
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, WINDOW_LOG);
    unsigned long long told = ZSTD_getFrameContentSize(*bytes, *size);
    bool known = told != ZSTD_CONTENTSIZE_UNKNOWN && told != ZSTD_CONTENTSIZE_ERROR;
    if (known && told > most) {
        ZSTD_freeDStream(stream);
        return err_set(err, "unpacks to more than %zu bytes", most);
    }
    int result = run(stream, &in, most, known ? (size_t)told + 1 : FIRST_ROOM, &to, &n, err);
    ZSTD_freeDStream(stream);
    if (result == 0 && in.pos != in.size)
        result = err_set(err, "damaged: %zu bytes after the compressed log", in.size - in.pos);
    if (result != 0) {
        free(to);
        return -1;
    }
    free(*bytes);
    *bytes = to;
    *size = n;
    return 0;
}
