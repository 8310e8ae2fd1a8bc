/* SPDX-License-Identifier: MIT */
#include "closed_runs.h"

#include <limits.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/log_walk.h"

/* Up to the last one with an end: of one that only the next one's beginning closes, as
 * after damage, the copy would not say so. */
unsigned closed_runs_count(const uint8_t *log, size_t used)
{
    struct log_walk walk = { .log = log, .used = used, .next = ALOG_HEADER_SIZE };
    unsigned closed = 0, first = UINT_MAX;      /* with counts */
    while (log_walk_next(&walk)) {
        const struct alog_block *block = &walk.block;
        if (block->tag == ALOG_RUN_END && block->run + 1u > closed)
            closed = block->run + 1u;
        if (block->tag == ALOG_COUNTER && block->run < first)
            first = block->run;
    }
    return walk.damage == LOG_SOUND && first < closed ? closed : 0;
}

/* The last commit but one of that moment: should the writer have died right then, its log
 * is still the later state of the two. */
static void put_header(const uint8_t *log, uint64_t sequence, size_t used, uint8_t *to)
{
    struct alog_header header;
    struct alog_commit commit = { .sequence = sequence - 1, .used = used, .state = ALOG_RUNNING };
    commit.checksum = XXH3_64bits(&commit, offsetof(struct alog_commit, checksum));
    memcpy(&header, log, sizeof header);
    header.commit[0] = commit;
    memset(&header.commit[1], 0, sizeof header.commit[1]);
    memset(to, 0, ALOG_HEADER_SIZE);
    memcpy(to, &header, sizeof header);
}

size_t closed_runs_copy(const uint8_t *log, size_t used, uint64_t sequence, uint8_t *to,
                        unsigned runs)
{
    struct log_walk walk = { .log = log, .used = used, .next = ALOG_HEADER_SIZE };
    size_t size = ALOG_HEADER_SIZE;
    if (sequence < 2 || runs == 0 || closed_runs_count(log, used) < runs)
        return 0;
    while (log_walk_next(&walk)) {
        const struct alog_block *block = &walk.block;
        if (block->tag == ALOG_FREE || (!log_block_is_of_log(block->tag) && block->run >= runs))
            continue;
        memcpy(to + size, log + walk.at, block->len);
        size += block->len;
    }
    put_header(log, sequence, size, to);
    return size;
}
