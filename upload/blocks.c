/* SPDX-License-Identifier: MIT */
#include "blocks.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Of the payload's bytes; what is behind changes while its writer lives. */
static size_t checked_part(const struct alog_block *block)
{
    size_t payload = block->len - sizeof *block;
    if (block->tag == ALOG_COUNTER)
        return offsetof(struct alog_counter, copy);
    return block->tag == ALOG_SAMPLER ? offsetof(struct alog_sampler, copy) : payload;
}

uint64_t block_checksum(const struct alog_block *block, const uint8_t *payload)
{
    uint64_t seed;
    memcpy(&seed, block, sizeof seed);
    return XXH3_64bits_withSeed(payload, checked_part(block), seed);
}

static bool is_sound(const struct alog_block *block, const uint8_t *bytes, size_t left)
{
    if (block->len < sizeof *block || block->len % 8 != 0 || block->len > left)
        return false;
    return block->tag == ALOG_FREE ||
           (checked_part(block) <= block->len - sizeof *block &&
            block->checksum == block_checksum(block, bytes + sizeof *block));
}

bool blocks_next(struct blocks *blocks)
{
    struct alog_block *block = &blocks->block;
    size_t at = blocks->at ? blocks->at + block->len : ALOG_HEADER_SIZE;
    if (blocks->damaged || at >= blocks->used)
        return false;
    size_t left = blocks->used - at;
    blocks->at = at;
    blocks->damaged = left < sizeof *block;
    if (!blocks->damaged) {
        memcpy(block, blocks->log + at, sizeof *block);
        blocks->damaged = !is_sound(block, blocks->log + at, left);
    }
    return !blocks->damaged;
}
