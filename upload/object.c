/* SPDX-License-Identifier: MIT */
#include "object.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zstd.h>

#include "algoprof/log_format.h"
#include "closed_runs.h"
#include "rounded.h"

#define LEVEL 3

static void name_object(struct object *object, const void *bytes, size_t size, const char *suffix)
{
    XXH128_canonical_t hash;
    XXH128_canonicalFromHash(&hash, XXH3_128bits(bytes, size));
    for (size_t i = 0; i < sizeof hash.digest; i++)
        snprintf(object->hash + 2 * i, 3, "%02x", hash.digest[i]);
    snprintf(object->name, sizeof object->name, "%s%s", object->hash, suffix);
}

void object_name(struct object *object)
{
    name_object(object, object->log, object->log_size, ASPOOL_OBJECT_SUFFIX);
}

/* The commit which holds, docs/log-format.md; false: this is no log. */
static bool read_header(const uint8_t *bytes, size_t size, struct alog_header *header,
                        struct alog_commit *best)
{
    if (size < ALOG_HEADER_SIZE)
        return false;
    memcpy(header, bytes, sizeof *header);
    if (memcmp(header->magic, ALOG_MAGIC, sizeof header->magic) != 0 || header->endian != ALOG_ENDIAN ||
        header->checksum != XXH3_64bits(header, offsetof(struct alog_header, checksum)))
        return false;
    best->sequence = 0;
    for (int i = 0; i < 2; i++) {
        const struct alog_commit *commit = &header->commit[i];
        if (commit->checksum == XXH3_64bits(commit, offsetof(struct alog_commit, checksum)) &&
            commit->sequence > best->sequence)
            *best = *commit;
    }
    return best->sequence != 0 && best->used >= ALOG_HEADER_SIZE && best->used <= size;
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

/* Names the log that the object has read. */
static enum object_result finish(struct object *object, bool round, struct err *err)
{
    uint8_t *to = round ? malloc(rounded_room(object->log_size)) : NULL;
    if (round && !to) {
        err_set(err, "out of memory");
        return OBJECT_ERROR;
    }
    if (round) {
        object->log_size = rounded_copy(object->log, object->log_size, ASPOOL_LOG_BYTES, to);
        free(object->log);
        object->log = to;
        if (object->log_size == 0)
            return OBJECT_NO_LOG;
    }
    object_name(object);
    return OBJECT_FINE;
}

enum object_result object_read(struct object *object, const struct spool *spool,
                               const struct spool_log *log, bool round, struct err *err)
{
    struct alog_header header;
    struct alog_commit commit;
    bool held;
    size_t size;
    *object = (struct object){ .type = "application/zstd", .fd = spool_open_log(spool, log, &held) };
    if (object->fd < 0)
        return held ? OBJECT_HELD : OBJECT_GONE;
    if (read_all(object->fd, &object->log, &size) != 0) {
        err_set(err, "%s: %s", log->file, strerror(errno));
        return OBJECT_ERROR;
    }
    if (size > ASPOOL_LOG_BYTES || !read_header(object->log, size, &header, &commit))
        return OBJECT_NO_LOG;
    object->log_size = (size_t)commit.used;
    object->began = (int64_t)header.start_time;
    return finish(object, round, err);
}

/* A log that is still written, as far as it can be understood; *used: 0 if it cannot. */
static int read_live(int fd, uint8_t **bytes, size_t *used, struct alog_header *header,
                     struct alog_commit *commit)
{
    size_t size;
    *used = 0;
    if (lseek(fd, 0, SEEK_SET) != 0 || read_all(fd, bytes, &size) != 0)
        return -1;
    if (size <= ASPOOL_LOG_BYTES && read_header(*bytes, size, header, commit))
        *used = (size_t)commit->used;
    return 0;
}

/* Twice: see closed_runs.h. */
static int copy_closed(struct object *object, int fd)
{
    struct alog_header header;
    struct alog_commit commit;
    struct closed_runs closed;
    uint8_t *first = NULL, *bytes = NULL;
    size_t used;
    int result = read_live(fd, &first, &used, &header, &commit);
    if (result == 0 && used > 0) {
        closed_runs_find(first, used, &closed);
        object->runs = closed.runs;
    }
    free(first);
    if (result == 0 && object->runs > 0)
        result = read_live(fd, &bytes, &used, &header, &commit);
    if (result == 0 && object->runs > 0 && used > 0) {
        object->log = malloc(used);
        result = object->log ? 0 : -1;
    }
    if (result == 0 && object->log) {
        object->log_size = closed_runs_copy(bytes, used, commit.sequence, object->log, &closed);
        object->began = (int64_t)header.start_time;
    }
    free(bytes);
    return result;
}

enum object_result object_read_closed(struct object *object, const struct spool *spool,
                                      const struct spool_log *log, bool round, struct err *err)
{
    struct stat st;
    enum object_result result = OBJECT_GONE;
    *object = (struct object){ .type = "application/zstd", .fd = -1 };
    int fd = openat(spool_folder_of(spool, log), log->file,
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return OBJECT_GONE;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return OBJECT_GONE;
    }
    if (copy_closed(object, fd) != 0) {
        err_set(err, "%s: %s", log->file, strerror(errno));
        result = OBJECT_ERROR;
    } else if (object->log_size > 0) {
        result = finish(object, round, err);
    }
    close(fd);
    return result;
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
