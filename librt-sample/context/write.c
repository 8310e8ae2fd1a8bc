/* SPDX-License-Identifier: MIT
 *
 * Trees into the log.  Each time all of a tree is written, as one generation; the last one that is whole counts. */
#include "context/context.h"
#include "core/state.h"
#include "log/log.h"
#include <string.h>

#define BYTES 65536u

static uint8_t bytes[BYTES] RT_LARGE;

struct part {
    struct alog_contexts head;
    uint8_t *p;
    uint32_t before;            /* place of the last row */
};

static uint8_t *put_number(uint8_t *p, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *p++ = (uint8_t)(n | 0x80);
    *p++ = (uint8_t)n;
    return p;
}

static void begin_part(struct part *part)
{
    part->p = bytes + sizeof part->head;
    part->head.rows = 0;
    part->before = 0;
}

static bool end_part(struct part *part, bool last)
{
    uint64_t offset;
    size_t size = (size_t)(part->p - bytes);
    part->head.flags = last ? ALOG_F_LAST : 0;
    part->head.rows_bytes = (uint32_t)(size - sizeof part->head);
    void *block = rt_run_ensure(&rt_run_now) ? rt_log_reserve(size, rt_log_max, &offset) : NULL;
    if (!block)
        return false;
    memcpy(bytes, &part->head, sizeof part->head);
    memcpy(block, bytes, size);
    rt_log_commit(offset, rt_run, ALOG_CONTEXTS, size, 0);
    part->head.part++;
    begin_part(part);
    return true;
}

/* Whom it counts the calls of. */
static bool write_callees(uint32_t number, const uint64_t *counts)
{
    const struct algoprof_callable *c = rt_callable(number);
    for (uint32_t i = 0; i < c->slots; i++) {
        uint32_t callee = rt_calls(c)[i].kind == ALGOPROF_CALL_COUNT && counts[1 + i] ? rt_callable_of_count(number, i) : 0;
        if (callee && !rt_callable_write(callee))
            return false;
    }
    return true;
}

/* A row, or, of a function with more counts than have room, several: with the counts from *slot on. */
static bool put_row(struct part *part, uint32_t place, uint32_t from, uint32_t flags, uint64_t before, uint32_t number,
                    const uint64_t *counts, uint32_t *slot)
{
    const struct algoprof_callable *c = rt_callable(number);
    const struct algoprof_call *calls = rt_calls(c);
    uint32_t n = 0, end = *slot;
    for (; end < c->slots && n < 2000; end++)
        n += calls[end].kind == ALGOPROF_CALL_COUNT && counts[1 + end];
    if (part->p + 80 + 16 * n > bytes + BYTES && !end_part(part, false))
        return false;
    uint8_t *p = part->p;
    p = put_number(p, place - part->before);
    p = put_number(p, from);
    p = put_number(p, number);
    p = put_number(p, flags);
    p = put_number(p, *slot ? 0 : counts[0]);
    p = put_number(p, before);
    p = put_number(p, n);
    for (uint32_t i = *slot; i < end; i++)
        if (calls[i].kind == ALGOPROF_CALL_COUNT && counts[1 + i])
            p = put_number(put_number(p, i), counts[1 + i]);
    part->p = p;
    part->before = place;
    part->head.rows++;
    *slot = end;
    return true;
}

static bool put_rows(struct part *part, uint32_t place, uint32_t from, uint32_t flags, uint64_t before, uint32_t number,
                     const uint64_t *counts)
{
    uint32_t slot = 0;
    if (!rt_callable_write(number) || !write_callees(number, counts))
        return false;
    do
        if (!put_row(part, place, from, flags, before, number, counts, &slot))
            return false;
    while (slot < rt_callable(number)->slots);
    return true;
}

static bool write_tree(struct rt_contexts *t)
{
    struct part part = { .head = { .thread = t->number, .generation = ++t->generation, .error = t->error,
                                   .forgotten = t->forgotten } };
    begin_part(&part);
    for (const struct rt_context *r = rt_context_next(t, NULL); r; r = rt_context_next(t, r)) {
        if (!r->from)
            continue;           /* the root */
        if (!put_rows(&part, rt_place(t, r), r->from, r->flags & RT_C_REACHED ? ALOG_F_REACHED : 0, r->before,
                      r->of->number, &r->count))
            return false;
    }
    return end_part(&part, true);
}

/* Calls that have no context. */
static bool write_spares(void)
{
    static uint32_t generation;
    struct part part = { .head = { .thread = ALOG_NONE, .generation = ++generation } };
    bool any = false;
    begin_part(&part);
    for (uint32_t number = 1; number <= rt_callables(); number++) {
        const uint64_t *counts = rt_callable_spare(number);
        if (!counts)
            continue;
        any = true;
        if (!put_rows(&part, number, 0, 0, 0, number, counts))
            return false;
    }
    return !any || end_part(&part, true);
}

void rt_contexts_write(void)
{
    bool whole = true;
    for (struct rt_contexts *t = rt_contexts_all; t && whole; t = t->next)
        whole = t->pruning || write_tree(t);
    if (whole && (rt_contexts_all || rt_contexts_refused))
        whole = write_spares();
    if (!whole)
        rt_event(NULL, ALOG_E_STOPPED, ALOG_STOP_FULL);
}
