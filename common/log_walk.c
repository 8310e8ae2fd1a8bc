/* SPDX-License-Identifier: MIT */
#include "common/log_walk.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Of the payload's bytes; what is behind changes while its writer lives. */
static size_t checked_part(const struct alog_block *block)
{
    switch (block->tag) {
    case ALOG_FREE:
        return 0;
    case ALOG_COUNTER:
        return offsetof(struct alog_counter, copy);
    case ALOG_SAMPLER:
        return offsetof(struct alog_sampler, copy);
    case ALOG_UNION:
        return offsetof(struct alog_union, copy);
    default:
        return block->len - sizeof *block;
    }
}

uint64_t log_block_checksum(const struct alog_block *block, const uint8_t *payload)
{
    uint64_t seed;
    memcpy(&seed, block, sizeof seed);
    return XXH3_64bits_withSeed(payload, checked_part(block), seed);
}

bool log_block_is_of_log(uint16_t tag)
{
    return tag == ALOG_MODULE || tag == ALOG_SITE || tag == ALOG_NAME || tag == ALOG_LABEL ||
           tag == ALOG_SPENT || tag == ALOG_LOST || tag == ALOG_CONTEXT || tag == ALOG_CALLABLE;
}

static enum log_damage damage_of(struct log_walk *walk)
{
    struct alog_block *block = &walk->block;
    size_t left = walk->used - walk->at;
    if (left < sizeof *block)
        return LOG_NO_ROOM;
    memcpy(block, walk->log + walk->at, sizeof *block);
    if (block->len < sizeof *block || block->len % 8 != 0 || block->len > left)
        return LOG_BAD_LENGTH;
    if (walk->unchecked)
        return LOG_SOUND;
    if (checked_part(block) > block->len - sizeof *block)
        return LOG_TOO_SHORT;
    return block->tag == ALOG_FREE ||
           block->checksum == log_block_checksum(block, log_walk_payload(walk)) ? LOG_SOUND : LOG_BAD_CHECKSUM;
}

bool log_walk_next(struct log_walk *walk)
{
    if (walk->damage != LOG_SOUND || walk->next >= walk->used)
        return false;
    walk->at = walk->next;
    walk->damage = damage_of(walk);
    if (walk->damage != LOG_SOUND)
        return false;
    walk->next += walk->block.len;
    return true;
}
