/* SPDX-License-Identifier: MIT
 *
 * Parts of the log's free space that a thread fills alone, so that an instance's
 * end needs no lock.  Each step leaves a log that a reader understands (log/space.c),
 * and a lease that its thread can go on with, wherever it was left by a jump. */
#include "log/lease.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/log.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>
#include <string.h>

#define LEAST_LOT 128u          /* smaller ones hold few instances */
#define MOST_BYTES 131072u
#define END_SHARE 8u            /* at the file's end: that part of what is left there */

static uint64_t first_word(uint64_t offset)
{
    return ((const uint64_t *)rt_log_payload(offset))[-(ptrdiff_t)(sizeof(struct alog_block) / 8)];
}

static uint64_t length(const struct rt_lot *lot)
{
    return lot->end - lot->start;
}

void *rt_lease_reserve(struct rt_lease *l, size_t payload, uint64_t *offset)
{
    uint64_t len = rt_log_block_len(payload), padding = 0;
    for (l->at = 0; l->at < l->lots; l->at++) {
        const struct rt_lot *lot = &l->lot[l->at];
        if (!rt_log_fits(length(lot), len))
            continue;
        uint8_t *p = rt_log_payload(lot->start);
        memcpy(p + payload, &padding, len - sizeof(struct alog_block) - payload);
        *offset = lot->start;
        return p;
    }
    return NULL;
}

void *rt_lease_room(struct rt_lease *l, size_t payload, uint64_t *offset)
{
    uint64_t len = rt_log_block_len(payload) + sizeof(struct alog_block);
    for (l->at = 0; l->at < l->lots; l->at++)
        if (length(&l->lot[l->at]) >= len) {
            *offset = l->lot[l->at].start;
            return rt_log_payload(*offset);
        }
    return NULL;
}

static void note_in_pair(struct rt_lease *l, uint64_t offset, uint64_t len)
{
    if (!l->pair)
        return;
    l->pair->block[l->place] = offset;
    l->pair->len[l->place] = (uint32_t)len;
    RT_BARRIER();
    l->pair = NULL;
}

void rt_lease_commit(struct rt_lease *l, uint64_t offset, uint32_t run, enum alog_tag tag, size_t payload,
                     struct rt_pair *pair, uint8_t place)
{
    struct rt_lot *lot = &l->lot[l->at];
    uint64_t len = rt_log_block_len(payload), end = offset + len;
    if (lot->end > end)
        rt_log_store_word(end, rt_log_first_word(ALOG_FREE, 0, lot->end - end));
    l->written++;
    l->place = place;
    l->pair = pair;
    rt_log_finish_block(offset, run, tag, payload);
    if (pair)
        note_in_pair(l, offset, len);
    RT_BARRIER();
    lot->start = end;
}

/* A block that was committed is not free any more. */
void rt_lease_repair(struct rt_lease *l)
{
    for (uint32_t i = 0; i < l->lots; i++) {
        struct rt_lot *lot = &l->lot[i];
        uint64_t word = length(lot) ? first_word(lot->start) : ALOG_FREE;
        if ((word & 0xffff) == ALOG_FREE)
            continue;
        note_in_pair(l, lot->start, word >> 32);
        lot->start += word >> 32;
    }
    l->pair = NULL;
}

void rt_lease_return(struct rt_lease *l)
{
    rt_lease_repair(l);
    for (; l->lots; l->lots--) {
        const struct rt_lot *lot = &l->lot[l->lots - 1];
        if (length(lot))
            rt_log_drop(lot->start, (uint32_t)length(lot));
    }
}

void rt_leases_return(void)
{
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        rt_lease_return(&t->lease);
}

void rt_leases_forget(void)
{
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        t->lease.lots = 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* What a thread may have: as much as each other one, and no more than half of the file, so that a small one, which
 * begins in memory (RT_FILE_FIRST), need not grow for the first thread. */
static uint64_t share(void)
{
    uint64_t threads = 0, most = rt_log_free(), end = rt_log_room() / END_SHARE;
    for (const struct rt_thread *t = rt_threads; t; t = t->next)
        threads++;
    most = (most > end ? most : end) / (threads ? threads : 1);
    return least(most, least(MOST_BYTES, rt_log_file.size / 2)) & ~(uint64_t)7;
}

bool rt_lease_renew(struct rt_lease *l, size_t payload)
{
    uint64_t offset;
    rt_lease_return(l);
    l->lots = (uint32_t)rt_log_take(l->lot, RT_LOTS, rt_log_block_len(payload), LEAST_LOT, share());
    if (!l->lots) {
        rt_leases_return();
        l->lots = (uint32_t)rt_log_take(l->lot, RT_LOTS, rt_log_block_len(payload), LEAST_LOT, 0);
    }
    return rt_lease_reserve(l, payload, &offset);
}
