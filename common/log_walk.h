/* SPDX-License-Identifier: MIT
 *
 * The blocks of a log (docs/log-format.md), one after the other, each checked: no
 * byte outside the log is read, whatever it holds.
 */
#ifndef COMMON_LOG_WALK_H
#define COMMON_LOG_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"

enum log_damage {
    LOG_SOUND,
    LOG_NO_ROOM,                /* what is left is less than a block's head */
    LOG_BAD_LENGTH,             /* of the block: unaligned, or beyond the log */
    LOG_TOO_SHORT,              /* for what its checksum covers */
    LOG_BAD_CHECKSUM,
};

/* Begin with { .log = ..., .used = bytes, .next = the header's size }. */
struct log_walk {
    const uint8_t *log;
    size_t used;
    bool unchecked;             /* only lengths are looked at */
    size_t next;                /* where the next block begins */
    size_t at;                  /* where this one begins; a damaged one, too */
    struct alog_block block;
    enum log_damage damage;
};

/* Goes to the next block.  False: the end, or damage; the walk stays there. */
bool log_walk_next(struct log_walk *walk);

/* The payload of the block, walk->block.len - sizeof walk->block bytes. */
static inline const uint8_t *log_walk_payload(const struct log_walk *walk)
{
    return walk->log + walk->at + sizeof walk->block;
}

/* The checksum that the block should have with this payload, whose checked part is there. */
uint64_t log_block_checksum(const struct alog_block *block, const uint8_t *payload);

/* Whether a block of that tag is the log's as a whole, whatever run it carries. */
bool log_block_is_of_log(uint16_t tag);

#endif
