/* SPDX-License-Identifier: MIT */
#include "object.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include "algoprof/log_format.h"

#define LEVEL 3

static void name_object(struct object *object, const void *bytes, size_t size, const char *suffix)
{
    XXH128_canonical_t hash;
    XXH128_canonicalFromHash(&hash, XXH3_128bits(bytes, size));
    for (size_t i = 0; i < sizeof hash.digest; i++)
        snprintf(object->hash + 2 * i, 3, "%02x", hash.digest[i]);
    snprintf(object->name, sizeof object->name, "%s%s", object->hash, suffix);
}

/* The bytes that the commit which holds covers, docs/log-format.md; 0: none does. */
static size_t log_length(const uint8_t *bytes, size_t size)
{
    struct alog_header header;
    const struct alog_commit *best = NULL;
    if (size < ALOG_HEADER_SIZE)
        return 0;
    memcpy(&header, bytes, sizeof header);
    if (memcmp(header.magic, ALOG_MAGIC, sizeof header.magic) != 0 || header.endian != ALOG_ENDIAN ||
        header.checksum != XXH3_64bits(&header, offsetof(struct alog_header, checksum)))
        return 0;
    for (int i = 0; i < 2; i++) {
        const struct alog_commit *commit = &header.commit[i];
        if (commit->sequence != 0 &&
            commit->checksum == XXH3_64bits(commit, offsetof(struct alog_commit, checksum)) &&
            (!best || commit->sequence > best->sequence))
            best = commit;
    }
    return best && best->used >= ALOG_HEADER_SIZE && best->used <= size ? (size_t)best->used : 0;
}

/* Up to one byte more than a log may have. */
static int read_all(int fd, uint8_t **bytes, size_t *size)
{
    size_t room = ASPOOL_LOG_BYTES + 1, have = 0;
    *bytes = malloc(room);
    while (*bytes && have < room) {
        ssize_t n = read(fd, *bytes + have, room - have);
        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return -1;
        have += n > 0 ? (size_t)n : 0;
    }
    *size = have;
    return *bytes ? 0 : -1;
}

enum object_result object_read(struct object *object, const struct spool *spool,
                               const struct spool_log *log, struct err *err)
{
    struct alog_header header;
    bool held;
    size_t size;
    *object = (struct object){ .type = "application/zstd", .fd = spool_open_log(spool, log, &held) };
    if (object->fd < 0)
        return held ? OBJECT_HELD : OBJECT_GONE;
    if (read_all(object->fd, &object->log, &size) != 0) {
        err_set(err, "%s: %s", log->file, strerror(errno));
        return OBJECT_ERROR;
    }
    object->log_size = size > ASPOOL_LOG_BYTES ? 0 : log_length(object->log, size);
    if (object->log_size == 0)
        return OBJECT_NO_LOG;
    memcpy(&header, object->log, sizeof header);
    object->began = (int64_t)header.start_time;
    name_object(object, object->log, object->log_size, ASPOOL_OBJECT_SUFFIX);
    return OBJECT_FINE;
}

int object_pack(struct object *object, struct err *err)
{
    size_t room = ZSTD_compressBound(object->log_size);
    object->bytes = malloc(room);
    if (!object->bytes)
        return err_set(err, "out of memory");
    object->size = ZSTD_compress(object->bytes, room, object->log, object->log_size, LEVEL);
    if (ZSTD_isError(object->size))
        return err_set(err, "cannot be compressed: %s", ZSTD_getErrorName(object->size));
    return 0;
}

int object_request(struct object *object, char (*hashes)[ID_ROOM], size_t n, struct err *err)
{
    *object = (struct object){ .type = "text/plain", .fd = -1 };
    object->bytes = malloc(n * ID_ROOM + 1);
    if (!object->bytes)
        return err_set(err, "out of memory");
    for (size_t i = 0; i < n; i++) {
        memcpy(object->bytes + object->size, hashes[i], ASPOOL_ID_DIGITS);
        object->bytes[object->size + ASPOOL_ID_DIGITS] = '\n';
        object->size += ID_ROOM;
    }
    name_object(object, object->bytes, object->size, ASPOOL_DELETE_SUFFIX);
    return 0;
}

void object_free(struct object *object)
{
    free(object->bytes);
    free(object->log);
    if (object->fd >= 0)
        close(object->fd);
    *object = (struct object){ .fd = -1 };
}
