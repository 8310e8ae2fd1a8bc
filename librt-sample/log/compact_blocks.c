/* SPDX-License-Identifier: MIT
 *
 * Instances in short (ALOG_COMPACT): many of one record wait in memory until a block is worth it, since each takes
 * a few bytes.  All under rt_lock. */
#include "common/compact.h"
#include "base/memory.h"
#include "core/thread.h"
#include "log/log.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include <string.h>

#define CLASS 2u                /* of its memory: 16 KiB */
#define WORTH_IT 4096u          /* bytes: more wait for no others */
#define HEAD (3 * VARINT_MAX)

struct rt_compact {
    struct alog_instance last;
    uint32_t count, bytes;
    bool recursive;             /* its instances are a recursion's */
    uint8_t data[];
};

#define ROOM ((4096u << CLASS) - (uint32_t)offsetof(struct rt_compact, data))
_Static_assert(WORTH_IT + COMPACT_MAX + RT_COMPACT_LISTS <= ROOM, "a record fits until it is worth it");

static void start(struct rt_compact *p, const struct rt_record *r)
{
    compact_start(&p->last, r->target->site, r->thread);
    p->count = p->bytes = 0;
    p->recursive = r->recursion;
}

void rt_compact_flush(struct rt_record *r)
{
    struct rt_compact *p = r->compact;
    struct rt_target *g = r->target;
    uint8_t head[HEAD], *to;
    uint64_t offset;
    if (!p || !p->count)
        return;
    size_t n = varint_write(head, g->site);
    n += varint_write(head + n, r->thread);
    n += varint_write(head + n, (uint64_t)p->count << 1 | p->recursive);
    if (rt_run_ensure(g->in) && (to = rt_log_reserve(n + p->bytes, rt_log_instances_end, &offset))) {
        memcpy(to, head, n);
        memcpy(to + n, p->data, p->bytes);
        rt_log_commit(offset, g->in->number, ALOG_COMPACT, n + p->bytes, 0);
        g->bytes += rt_log_block_len(n + p->bytes);
    } else {
        g->refused_space += p->count;
    }
    start(p, r);
}

uint8_t *rt_compact_lists(struct rt_thread *t, struct rt_record *r)
{
    if (!r->compact && (r->compact = rt_pages_get(&t->pages, CLASS)))
        start(r->compact, r);
    return r->compact ? r->compact->data + r->compact->bytes + COMPACT_MAX : NULL;
}

void rt_compact_add(struct rt_thread *t, struct rt_record *r, const struct compact_instance *in)
{
    struct rt_compact *p = r->compact;
    struct compact c;
    const uint8_t *lists = rt_compact_lists(t, r);
    compact_make(&c, in, &p->last);
    p->bytes += (uint32_t)compact_write(&c, p->data + p->bytes);
    size_t n = (size_t)in->rec.opaque_bytes + in->rec.set_bytes + in->chain.rows_bytes;
    memmove(p->data + p->bytes, lists, n);
    p->bytes += (uint32_t)n;
    p->last = in->rec;
    p->count++;
    t->lease.written++;
    if (p->bytes >= WORTH_IT)
        rt_compact_flush(r);
}

void rt_compact_flush_all(void)
{
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        for (struct rt_record *r = t->records; r; r = r->next)
            rt_compact_flush(r);
}

void rt_compact_release(struct rt_thread *t)
{
    for (struct rt_record *r = t->records; r; r = r->next) {
        if (r->compact)
            rt_pages_put(&t->pages, r->compact, CLASS);
        r->compact = NULL;
    }
}
