/* SPDX-License-Identifier: MIT
 *
 * Accesses into the instances' tables.  One call may report any number of them: what takes time by the
 * line is done in slices, between which the budget is asked, as poll does between iterations.
 * When it is outgrown the instances are left there, and what is not done is dropped. */
#include "trace/touch.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include "cells/strides.h"
#include "core/thread.h"
#include "budget/start_or_leave.h"
#include "trace/instance.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>

bool rt_is_over(struct rt_thread *t, uint64_t work)
{
    rt_tls.fuel -= (int64_t)work;
    t->done.steps += work;
    if (rt_tls.fuel >= 0)
        return false;
    rt_tls.fuel = rt_budget_fuel();
    return t->depth && rt_budget_outgrown(t);
}

bool rt_go_on(struct rt_thread *t, uint64_t work)
{
    if (rt_tls.leaving)
        return false;
    if (!rt_is_over(t, work))
        return true;
    rt_trace_leave(t);
    return false;
}

/* By their elements.  false: the budget was outgrown. */
static bool part_strides(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t to)
{
    struct rt_spans *spans = rt_spans_of(in->table.slot, in->table.mask);
    struct rt_stride s;
    while (rt_spans_now(spans)->strides.count && rt_strides_take(spans, from >> 6, (to - 1) >> 6, &s)) {
        for (uint32_t i = 0; i < s.count; i++) {
            if (rt_is_over(t, 1 + (s.size >> 6)))
                return false;
            rt_table_touch(&in->table, &t->pages, s.from + (uint64_t)i * s.step, s.size, s.write);
        }
        spans = rt_spans_of(in->table.slot, in->table.mask);    /* it may have grown */
    }
    return true;
}

bool rt_make_way(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t to)
{
    struct rt_spans *spans = rt_spans_of(in->table.slot, in->table.mask);
    return !rt_spans_now(spans)->strides.count || rt_strides_allow(spans, from >> 6, (to - 1) >> 6)
           || part_strides(t, in, from, to);
}

/* Those that reach into it are gone behind that, or the instances are left. */
static bool part(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t to)
{
    if (part_strides(t, in, from, to))
        return true;
    rt_trace_leave(t);
    return false;
}

static bool make_way(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t to)
{
    if (rt_make_way(t, in, from, to))
        return true;
    rt_trace_leave(t);
    return false;
}

static void touch_lines(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t to, bool write)
{
    while (from < to) {
        uint64_t n = (RT_SLICE << 6) - (from & 63);
        n = n < to - from ? n : to - from;
        if (!rt_go_on(t, (n + 63) >> 6))
            return;
        rt_table_touch(&in->table, &t->pages, from, n, write);
        from += n;
    }
}

/* To look at all slots is work, too. */
static void touch_bytes(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t to, bool write)
{
    if (from >= to)
        return;
    bool is_long = to - from > 64;
    if (!(is_long ? part : make_way)(t, in, from, to))
        return;
    if (is_long && !rt_go_on(t, in->table.mask / 16))
        return;
    if (!is_long || !rt_table_keep(&in->table, from, to - from, write))
        touch_lines(t, in, from, to, write);
}

void rt_touch(struct rt_thread *t, uint64_t low, uint64_t address, uint64_t size, unsigned flags)
{
    const uint64_t top = (uint64_t)1 << RT_ADDRESS_BITS;
    if (!t->depth || rt_tls.leaving || !size || address >= top)
        return;
    if (size > top - address)
        size = top - address;
    struct rt_instance *in = &t->stack[t->depth - 1];
    uint64_t end = address + size;
    bool write = flags & ALGOPROF_WRITE;
    in->work += (size + 7) / 8;
    if (flags & ALGOPROF_EXTERNAL)
        in->external += size;
    if (in->sp - low >= rt_tls.span) {
        touch_bytes(t, in, address, end, write);
        return;
    }
    touch_bytes(t, in, address, end < low ? end : low, write);
    touch_bytes(t, in, address > in->sp ? address : in->sp, end, write);
}

/* By elements, if it cannot stay whole. */
static void touch_stride(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t count, uint64_t step,
                         uint64_t size, bool write)
{
    struct rt_stride s;
    if (rt_stride_make(&s, from, count, step, size, write)
        && (rt_table_has_stride(&in->table, &s) || !rt_go_on(t, in->table.mask / 16)
            || rt_table_keep_stride(&in->table, &s)))
        return;
    if (!part(t, in, from, from + (count - 1) * step + size))
        return;
    for (; count && rt_go_on(t, 1 + (size >> 6)); count--, from += step)
        rt_table_touch(&in->table, &t->pages, from, size, write);
}

void rt_touch_steps(struct rt_thread *t, uint64_t low, uint64_t address, uint64_t count, int64_t step, uint64_t size,
                    unsigned flags)
{
    const uint64_t top = (uint64_t)1 << RT_ADDRESS_BITS, width = (uint64_t)(step < 0 ? -step : step);
    if (!t->depth || !count)
        return;
    struct rt_instance *in = &t->stack[t->depth - 1];
    bool short_enough = count < top / (width + size);
    uint64_t from = step < 0 ? address - (count - 1) * width : address, to = from + (count - 1) * width + size;
    bool old = in->sp - low >= rt_tls.span || to <= low || from >= in->sp;
    if (!short_enough || !old || address >= top || from >= top || to > top) {
        for (; count && !rt_tls.leaving; count--, address += (uint64_t)step)
            rt_touch(t, low, address, size, flags);
        return;
    }
    in->work += (size + 7) / 8 * count;
    touch_stride(t, in, from, count, width, size, flags & ALGOPROF_WRITE);
}

static void move(struct rt_thread *t, struct rt_instance *in, uint64_t from, uint64_t to, uint64_t size)
{
    if (!size || !part(t, in, from, from + size) || !part(t, in, to, to + size))
        return;
    struct rt_whole list = *rt_spans_now(rt_spans_of(in->table.slot, in->table.mask));
    for (uint32_t i = 0; i < list.count; i++) {
        const struct rt_span *s = &list.span[i];
        uint64_t start = s->from > from ? s->from : from, end = s->to < from + size ? s->to : from + size;
        if (start < end)
            touch_bytes(t, in, start - from + to, end - from + to, true);
    }
    for (uint64_t n; size && in->table.used && rt_go_on(t, RT_SLICE); from += n, to += n, size -= n) {
        n = size < RT_SLICE << 6 ? size : RT_SLICE << 6;
        rt_table_move(&in->table, &t->pages, from, to, n);
    }
}

void rt_moved(struct rt_thread *t, uint64_t from, uint64_t to, uint64_t size)
{
    const uint64_t top = (uint64_t)1 << RT_ADDRESS_BITS;
    if (from >= top || to >= top || size > top - from || size > top - to)
        return;
    for (uint32_t i = 0; i < t->depth; i++)
        move(t, &t->stack[i], from, to, size);
}

static void merge_span(struct rt_thread *t, struct rt_instance *parent, const struct rt_span *s, uint64_t low,
                       uint64_t high)
{
    if (low >= high) {
        touch_bytes(t, parent, s->from, s->to, s->write);
        return;
    }
    touch_bytes(t, parent, s->from, s->to < low ? s->to : low, s->write);
    touch_bytes(t, parent, s->from > high ? s->from : high, s->to, s->write);
}

/* Its elements, but for those that are younger than the parent. */
static void merge_stride(struct rt_thread *t, struct rt_instance *parent, const struct rt_stride *s, uint64_t low,
                         uint64_t high)
{
    if (low >= high || rt_stride_end(s) <= low || s->from >= high) {
        touch_stride(t, parent, s->from, s->count, s->step, s->size, s->write);
        return;
    }
    for (uint32_t i = 0; i < s->count && rt_go_on(t, 1 + (s->size >> 6)); i++) {
        uint64_t from = s->from + (uint64_t)i * s->step;
        struct rt_span element = { .from = from, .to = from + s->size, .write = s->write };
        merge_span(t, parent, &element, low, high);
    }
}

void rt_merge(struct rt_thread *t, struct rt_instance *parent, const struct rt_instance *child, uint64_t low,
              uint64_t high)
{
    const struct rt_whole *list = rt_spans_now(rt_spans_of(child->table.slot, child->table.mask));
    for (uint32_t i = 0; i < list->count; i++)
        merge_span(t, parent, &list->span[i], low, high);
    for (uint32_t i = 0; i < list->strides.count; i++)
        merge_stride(t, parent, &list->strides.stride[i], low, high);
    if (child->table.used && !part(t, parent, 0, (uint64_t)1 << RT_ADDRESS_BITS))
        return;
    uint32_t slice = child->table.mask < RT_SLICE ? child->table.mask + 1 : RT_SLICE;
    for (uint32_t from = 0; rt_go_on(t, slice / 4); from += RT_SLICE)
        if (!rt_table_merge(&parent->table, &t->pages, &child->table, from, low, high))
            break;
}
