/* SPDX-License-Identifier: MIT
 *
 * Blocks of a log, docs/log-format.md.
 */
#ifndef UPLOAD_BLOCKS_H
#define UPLOAD_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"

/* The checksum that the block should have with this payload, whose checked part is there. */
uint64_t block_checksum(const struct alog_block *block, const uint8_t *payload);

/* The blocks of a log, one after the other: begin with { .log = …, .used = … }. */
struct blocks {
    const uint8_t *log;
    size_t used;
    size_t at;                  /* where the block begins */
    struct alog_block block;
    bool damaged;               /* there is none that lies in the log and has its checksum */
};

/* The next block; false: the end, or damage. */
bool blocks_next(struct blocks *blocks);

#endif
