/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks the header of a log and goes through its blocks (common/log_walk.h);
 * log_block.c takes them apart.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/log_walk.h"
#include "log/log_block.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "logs are little endian");

/* The newest valid copy of the commit slot.  Sequence 0 is never valid. */
static bool newest_commit(const struct alog_commit copy[2], struct alog_commit *out)
{
    out->sequence = 0;
    for (int i = 0; i < 2; i++)
        if (copy[i].sequence > out->sequence &&
            copy[i].checksum == XXH3_64bits(&copy[i], offsetof(struct alog_commit, checksum)))
            *out = copy[i];
    return out->sequence != 0;
}

static int check_header(struct log *log, size_t size, struct err *err)
{
    struct alog_header *h = &log->header;
    if (size == 0)
        return err_set(err, "empty file");
    if (size < sizeof h->magic || memcmp(log->bytes, ALOG_MAGIC, sizeof h->magic) != 0)
        return err_set(err, "not an algoprof log");
    if (size < ALOG_HEADER_SIZE)
        return err_set(err, "truncated: %zu bytes, the header alone has %u", size,
                       ALOG_HEADER_SIZE);
    memcpy(h, log->bytes, sizeof *h);
    if (h->min_reader > ALOG_VERSION)
        return err_set(err, "future version: needs a reader of version %" PRIu32 ", this is %u",
                       h->min_reader, ALOG_VERSION);
    if (h->endian != ALOG_ENDIAN)
        return err_set(err, "bad structure: not little endian");
    if (h->checksum != XXH3_64bits(h, offsetof(struct alog_header, checksum)))
        return err_set(err, "checksum wrong at offset 0 (header)");
    if (h->header_size < ALOG_HEADER_SIZE || h->header_size % 8 != 0)
        return err_set(err, "bad structure: header of %" PRIu32 " bytes", h->header_size);
    if (!newest_commit(h->commit, &log->commit))
        return err_set(err, "checksum wrong at offset %zu (commit)",
                       offsetof(struct alog_header, commit));
    if (log->commit.used > size)
        return err_set(err, "truncated: %zu of %" PRIu64 " bytes", size, log->commit.used);
    if (log->commit.used < h->header_size || log->commit.used % 8 != 0 ||
        log->commit.state > ALOG_STOPPED)
        return err_set(err, "bad structure: commit of %" PRIu64 " bytes in state %" PRIu64,
                       log->commit.used, log->commit.state);
    return 0;
}

/* Says what is wrong with the block at which a walk stopped. */
static int say_damage(const struct log_walk *walk, struct err *err)
{
    switch (walk->damage) {
    case LOG_NO_ROOM:
        return err_set(err, "bad structure at offset %zu: no room for a block", walk->at);
    case LOG_BAD_LENGTH:
        return err_set(err, "bad structure at offset %zu: block of %" PRIu32 " bytes", walk->at,
                       walk->block.len);
    case LOG_TOO_SHORT:
        return err_set(err, "bad structure at offset %zu: block too short", walk->at);
    default:
        return err_set(err, "checksum wrong at offset %zu", walk->at);
    }
}

static int add_blocks(struct log *log, struct err *err)
{
    struct log_walk walk = { .log = log->bytes, .used = log->commit.used,
                             .next = log->header.header_size };
    while (log_walk_next(&walk)) {
        const struct alog_block *block = &walk.block;
        if (block->tag == ALOG_FREE) {
            log->free_bytes += block->len;
        } else if (log_block_add(log, block, log_walk_payload(&walk), block->len - sizeof *block,
                                 err) != 0) {
            struct err inner = *err;
            return err_set(err, "bad structure at offset %zu: %.180s", walk.at, inner.text);
        }
    }
    return walk.damage == LOG_SOUND ? 0 : say_damage(&walk, err);
}

int log_parse(uint8_t *bytes, size_t size, struct log **out, struct err *err)
{
    struct log *log = calloc(1, sizeof *log);
    *out = NULL;
    if (!log) {
        free(bytes);
        return err_memory(err);
    }
    log->bytes = bytes;
    log->contexts.bytes = size;
    if (check_header(log, size, err) != 0 || add_blocks(log, err) != 0 || log_block_link(log, err) != 0 ||
        log_profiles_link(&log->profiles, err) != 0 || log_contexts_link(&log->contexts, err) != 0) {
        log_free(log);
        return -1;
    }
    log_about_link(&log->about);
    log_callers_link(log);
    log_growths_link(&log->growths, &log->profiles);
    if (log_compact_expand(log, err) != 0) {
        log_free(log);
        return -1;
    }
    *out = log;
    return 0;
}

void log_free(struct log *log)
{
    if (!log)
        return;
    for (size_t i = 0; i < log->n_runs; i++)
        free(log->runs[i].label);
    for (size_t i = 0; i < log->n_sites; i++) {
        free(log->sites[i].name);
        free(log->sites[i].function);
        free(log->sites[i].file);
    }
    for (size_t i = 0; i < log->n_names; i++)
        free(log->names[i].text);
    log_about_free(&log->about);
    log_profiles_free(&log->profiles);
    log_growths_free(&log->growths);
    log_contexts_free(&log->contexts);
    log_callers_free(&log->callers);
    free(log->runs);
    free(log->run_ends);
    free(log->modules);
    free(log->sites);
    free(log->names);
    free(log->instances);
    free(log->compacts);
    free(log->tallies);
    free(log->counters);
    free(log->samplers);
    free(log->unions);
    free(log->events);
    free(log->bytes);
    free(log);
}
