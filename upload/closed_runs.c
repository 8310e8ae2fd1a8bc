/* SPDX-License-Identifier: MIT */
#include "closed_runs.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "common/log_walk.h"

static bool has(const uint8_t *bits, unsigned run)
{
    return bits[run / 8] >> run % 8 & 1;
}

static void add(uint8_t *bits, unsigned run)
{
    bits[run / 8] |= (uint8_t)(1u << run % 8);
}

static bool is_threads(const uint8_t *payload, size_t size)
{
    struct alog_run run;
    if (size < sizeof run)
        return false;
    memcpy(&run, payload, sizeof run);
    return run.flags & ALOG_R_THREAD;
}

/* A run of the process is closed where a later one of them has an end.  Of one that only the next one's
 * beginning closes, as after damage, the copy would not say so. */
static bool is_closed(const struct closed_runs *c, unsigned run)
{
    return has(c->thread, run) ? has(c->ended, run) : run < c->process_runs;
}

static void see(struct closed_runs *c, const struct log_walk *walk)
{
    const struct alog_block *block = &walk->block;
    if (block->tag == ALOG_RUN && is_threads(log_walk_payload(walk), block->len - sizeof *block))
        add(c->thread, block->run);
    if (block->tag == ALOG_RUN_END)
        add(c->ended, block->run);
}

static void sum_up(struct closed_runs *c)
{
    for (unsigned run = 0; run < 8 * sizeof c->ended; run++) {
        if (has(c->ended, run))
            c->runs = run + 1;
        if (has(c->ended, run) && !has(c->thread, run))
            c->process_runs = run + 1;
    }
}

static bool any_counts(const uint8_t *log, size_t used, const struct closed_runs *c)
{
    struct log_walk walk = { .log = log, .used = used, .next = ALOG_HEADER_SIZE };
    while (log_walk_next(&walk))
        if (walk.block.tag == ALOG_COUNTER && is_closed(c, walk.block.run))
            return true;
    return false;
}

void closed_runs_find(const uint8_t *log, size_t used, struct closed_runs *c)
{
    struct log_walk walk = { .log = log, .used = used, .next = ALOG_HEADER_SIZE };
    memset(c, 0, sizeof *c);
    while (log_walk_next(&walk))
        see(c, &walk);
    if (walk.damage == LOG_SOUND)
        sum_up(c);
    if (!any_counts(log, used, c))
        c->runs = 0;
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
                        const struct closed_runs *closed)
{
    struct log_walk walk = { .log = log, .used = used, .next = ALOG_HEADER_SIZE };
    struct closed_runs now;
    size_t size = ALOG_HEADER_SIZE;
    closed_runs_find(log, used, &now);
    if (sequence < 2 || closed->runs == 0 || now.runs < closed->runs)
        return 0;
    while (log_walk_next(&walk)) {
        const struct alog_block *block = &walk.block;
        bool begins = block->tag == ALOG_RUN && block->run < closed->runs;
        if (block->tag == ALOG_FREE || !(log_block_is_of_log(block->tag) || begins || is_closed(closed, block->run)))
            continue;
        memcpy(to + size, log + walk.at, block->len);
        size += block->len;
    }
    put_header(log, sequence, size, to);
    return size;
}
