/* SPDX-License-Identifier: MIT
 * What all instances of a target read, where each is traced (ALOG_UNION). */
#include "common/compact.h"
#include "cells/cells.h"
#include "cells/union.h"
#include "core/state.h"
#include "log/log.h"
#include "log/two_copies.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>

/* One copy stays as it went into the file with the counts of that moment: where a process is killed while the next
 * step is copied, the counts in the file may still be those. */
static void write_state(struct rt_target *g, struct alog_union *b)
{
    if (!g->union_sequence || g->union_writes != rt_log_writes)
        g->union_sequence++;
    g->union_writes = rt_log_writes;
    struct alog_union_state c = { .sequence = g->union_sequence, .instances = g->seen_instances };
    for (unsigned i = 0; i < ALOG_UNION_UNITS; i++)
        c.cells[i] = g->seen.cells[i];
    rt_store_union_state(&b->copy[(c.sequence - 1) & 1], &c);
}

static void open_block(struct rt_target *g)
{
    uint64_t offset;
    struct alog_union *b = rt_log_reserve(sizeof *b, rt_log_unions_end, &offset);
    if (!b)
        return;
    b->site = g->site;
    write_state(g, b);
    rt_log_commit(offset, g->in->number, ALOG_UNION, sizeof *b, offsetof(struct alog_union, copy));
    g->union_block = offset;
}

/* Of an instance that is whole; else the union never is of as many as there are. */
static void add_set(struct rt_target *g, const struct alog_instance *in, const uint8_t *lists)
{
    if (in->site == g->site && !in->thin && !(in->flags & (ALOG_I_CUT | ALOG_I_LOST | ALOG_I_UNSEEN))
        && rt_union_add_encoded(&g->seen, lists + in->opaque_bytes, in->set_bytes))
        g->seen_instances++;
}

static void add_instance(struct rt_target *g, const uint8_t *payload)
{
    const struct alog_instance *in = (const struct alog_instance *)(const void *)payload;
    add_set(g, in, (const uint8_t *)(in + 1));
}

/* Of loops, as trace/write_ended.c writes them: one in a block. */
static void add_short(struct rt_target *g, const uint8_t *p, const uint8_t *end)
{
    struct compact_instance in;
    struct alog_instance before;
    struct compact c;
    uint64_t site, thread, count;
    if (!varint_read(&p, end, &site) || !varint_read(&p, end, &thread) || !varint_read(&p, end, &count) || count != 2)
        return;
    compact_start(&before, (uint32_t)site, (uint32_t)thread);
    if (compact_read(&p, end, &c) && compact_take(&c, &before, &in))
        add_set(g, &in.rec, p);
}

void rt_union_begin(struct rt_target *g)
{
    const struct alog_block *b;
    g->most_sets = 0;
    for (uint64_t at = ALOG_HEADER_SIZE; at < rt_log_used(); at += b->len) {
        const uint8_t *payload = rt_log_payload(at);
        b = (const struct alog_block *)(const void *)(payload - sizeof *b);
        if (b->run != (uint16_t)g->in->number)
            continue;
        if (b->tag == ALOG_INSTANCE)
            add_instance(g, payload);
        if (b->tag == ALOG_SIZED_INSTANCE)
            add_instance(g, payload + sizeof(uint64_t));
        if (b->tag == ALOG_COMPACT)
            add_short(g, payload, payload + b->len - sizeof *b);
    }
}

void rt_union_log(struct rt_target *g, const struct rt_cellset *set)
{
    if (!rt_union_add(&g->seen, set))
        return;                 /* and is never as many instances as there are */
    g->seen_instances++;
    if (!g->union_block) {
        open_block(g);
        return;
    }
    struct alog_union *b = rt_log_payload(g->union_block);
    write_state(g, b);
    rt_log_touch(g->union_block, sizeof(struct alog_block) + sizeof *b);
}
