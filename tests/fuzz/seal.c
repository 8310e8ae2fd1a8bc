/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "seal.h"

#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "log/log_read.h"

static void seal_copies(uint8_t *p, size_t size, size_t each, size_t from)
{
    for (size_t i = 0; i < 2 && from + (i + 1) * each <= size; i++) {
        uint8_t *copy = p + from + i * each;
        uint64_t sum = XXH3_64bits(copy, each - 8);
        memcpy(copy + each - 8, &sum, 8);
    }
}

static size_t checked(unsigned tag, size_t size)
{
    size_t fixed = tag == ALOG_COUNTER ? offsetof(struct alog_counter, copy)
                   : tag == ALOG_SAMPLER ? offsetof(struct alog_sampler, copy)
                   : tag == ALOG_UNION ? offsetof(struct alog_union, copy) : size;
    return fixed < size ? fixed : size;
}

/* Gives blocks lengths that fit, and all checksums. */
static void seal(uint8_t *bytes, size_t size)
{
    for (size_t at = ALOG_HEADER_SIZE; at + sizeof(struct alog_block) <= size;) {
        struct alog_block b;
        uint64_t first;
        memcpy(&b, bytes + at, sizeof b);
        b.len &= ~7u;
        if (b.len < sizeof b || b.len > size - at)
            b.len = (uint32_t)(size - at);
        memcpy(bytes + at, &b, sizeof b);
        memcpy(&first, bytes + at, sizeof first);
        uint8_t *p = bytes + at + sizeof b;
        size_t len = b.len - sizeof b;
        if (b.tag == ALOG_COUNTER)
            seal_copies(p, len, sizeof(struct alog_counts), offsetof(struct alog_counter, copy));
        if (b.tag == ALOG_SAMPLER)
            seal_copies(p, len, sizeof(struct alog_sampler_state), offsetof(struct alog_sampler, copy));
        if (b.tag == ALOG_UNION)
            seal_copies(p, len, sizeof(struct alog_union_state), offsetof(struct alog_union, copy));
        b.checksum = XXH3_64bits_withSeed(p, checked(b.tag, len), first);
        memcpy(bytes + at, &b, sizeof b);
        at += b.len;
    }
}

void seal_log(const uint8_t *data, size_t size, struct logmake *made)
{
    logmake_start(made, 1);
    logmake_append(made, data, size & ~(size_t)7);
    seal(made->bytes, made->size);
    logmake_commit(made, 0, 1, size & 1 ? ALOG_RUNNING : ALOG_FINISHED);
}

bool can_be_read(const uint8_t *bytes, size_t size)
{
    struct log *log;
    struct err err;
    uint8_t *own = malloc(size);        /* the log's from now on */
    if (!own)
        abort();
    memcpy(own, bytes, size);
    if (log_parse(own, size, &log, &err) != 0)
        return false;
    log_free(log);
    return true;
}
