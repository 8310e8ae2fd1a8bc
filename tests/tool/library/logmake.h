/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes logs of include/algoprof/log_format.h for tests, block by block, in
 * memory; so the reader is tested without the runtime.  Running out of memory
 * ends the test program.
 */
#ifndef TESTS_LOGMAKE_H
#define TESTS_LOGMAKE_H

#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"

struct logmake {
    uint8_t *bytes;
    size_t size, cap;
    uint16_t run;               /* what counters, samplers and instances are of */
    const uint64_t *user_size;  /* instances have it, unless NULL */
};

/* Cells [first, first + count). */
struct cells {
    uint64_t first, count;
};

/* Begins a log: header with that run id, its low byte in all places; no commit yet. */
void logmake_start(struct logmake *log, unsigned run_id);
void logmake_free(struct logmake *log);

/* Appends bytes, and a number as a varint. */
void logmake_append(struct logmake *log, const void *bytes, size_t size);
void logmake_varint(struct logmake *log, uint64_t value);

/* Appends a block with its checksum; the payload is padded to 8 bytes.
 * Returns its offset. */
size_t logmake_block(struct logmake *log, uint16_t tag, uint16_t run, const void *payload,
                     size_t size);

size_t logmake_module(struct logmake *log, uint32_t module, const char *build_id);
size_t logmake_site(struct logmake *log, uint32_t site, const char *name, const char *file,
                    uint32_t line);
/* A loop with a limit, by its number (rt_abi.h); 0 none. */
size_t logmake_limited(struct logmake *log, unsigned limit, uint32_t site, const char *name,
                       const char *file, uint32_t line);
size_t logmake_recursion(struct logmake *log, uint32_t site, const char *name, const char *file,
                         uint32_t line);
size_t logmake_name(struct logmake *log, uint32_t name, const char *text);

/* Begins run log->run. */
size_t logmake_run(struct logmake *log, const char *label, uint32_t flags);
/* Closes it. */
size_t logmake_run_end(struct logmake *log, const struct alog_run_end *end);

/* A counter whose copy 0 (sequence 1) says nothing, and copy 1 (sequence 2) the
 * counts. */
size_t logmake_counter(struct logmake *log, uint32_t site, uint32_t thread,
                       const struct alog_counts *counts);

/* Fills a copy's checksum. */
void logmake_seal_counts(struct alog_counts *counts);

size_t logmake_sampler(struct logmake *log, uint32_t site, const struct alog_sampler_state *state);

/* An instance; rms and the lengths are worked out from the ranges, which must
 * ascend with gaps.  rms is kept if rec->thin is not 0. */
size_t logmake_instance(struct logmake *log, const struct alog_instance *rec,
                        const struct cells *cells, size_t n, const uint8_t *opaque,
                        size_t opaque_bytes);

/* An outermost instance of a recursion; rms and lengths as above, the chain and its
 * rows (chainmake.h) as given. */
size_t logmake_chain(struct logmake *log, const struct alog_instance *rec,
                     const struct alog_chain *chain, const struct cells *cells, size_t n,
                     const struct logmake *rows);

/* Turns the block at an offset into a dropped one. */
void logmake_drop(struct logmake *log, size_t at);

/* Writes commit copy `slot` over all blocks so far. */
void logmake_commit(struct logmake *log, int slot, uint64_t sequence, uint64_t state);

/* Changes a random byte after the header and gives its block a right checksum
 * again: hostile contents.  *state is the random state. */
void logmake_spoil(struct logmake *log, uint32_t *state);

/* Likewise in the payload of a block of that tag, of the first 16. */
void logmake_spoil_block(struct logmake *log, uint16_t tag, uint32_t *state);

/* Encodes ranges as a set; returns its bytes (malloc'ed).  Lines that do not
 * survive thinning are left out. */
uint8_t *logmake_set(const struct cells *cells, size_t n, unsigned thin, size_t *size);

#endif
