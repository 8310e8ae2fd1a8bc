/* SPDX-License-Identifier: MIT
 *
 * Strides that stay whole, as long as nothing else is accessed between their first and their last
 * line: then they need not be compared with anything, and are one item of the log. */
#include "arch/general_only.h"
#include "arch/machine.h"
#include "cells/strides.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include <algoprof/rt_abi.h>

_Static_assert(sizeof(struct rt_whole) % 8 == 0, "copied by words");

/* Lines that its elements may touch, at most RT_STRIDE_MOST. */
static bool is_small(uint64_t count, uint64_t size)
{
    return count <= RT_STRIDE_MOST / ((size + 126) / 64);
}

bool rt_stride_make(struct rt_stride *s, uint64_t from, uint64_t count, uint64_t step, uint64_t size, bool write)
{
    if (count < RT_STRIDE_LEAST || !size || size > ALGOPROF_MAX_ACCESS || size >= step || step > UINT32_MAX
        || !is_small(count, size))
        return false;
    *s = (struct rt_stride){ .from = from, .step = (uint32_t)step, .count = (uint32_t)count, .size = (uint32_t)size,
                             .write = write };
    /* Its lines are as far apart in the log. */
    return rt_stride_last(s) - rt_stride_first(s) < rt_lines_together(rt_stride_first(s));
}

uint64_t rt_stride_bytes(const struct rt_stride *s, uint64_t line)
{
    uint64_t start = line << 6, end = start + 64, bytes = 0;
    uint64_t k = start < s->from + s->size ? 0 : (start - s->from - s->size) / s->step + 1;
    for (; k < s->count && s->from + k * s->step < end; k++) {
        uint64_t from = s->from + k * s->step, to = from + s->size;
        bytes |= rt_bytes_between(from > start ? from - start : 0, to < end ? to - start : 64);
    }
    return bytes;
}

/* Are all elements of s among o's? */
static bool has(const struct rt_stride *o, const struct rt_stride *s)
{
    return s->from >= o->from && rt_stride_end(s) <= rt_stride_end(o) && (o->step == s->step || s->step % o->step == 0)
           && (s->from - o->from) % o->step + s->size <= o->size;
}

bool rt_strides_hold(const struct rt_spans *spans, const struct rt_stride *s)
{
    const struct rt_strides *all = &rt_spans_now(spans)->strides;
    for (uint32_t i = 0; i < all->count; i++)
        if (has(&all->stride[i], s))
            return true;
    return rt_spans_hold(spans, s->from, rt_stride_end(s));
}

static bool are_neighbours(const struct rt_stride *o, const struct rt_stride *s)
{
    return o->step == s->step && o->count == s->count && o->write == s->write && s->from <= o->from + o->size
           && o->from <= s->from + s->size;
}

const struct rt_stride *rt_strides_neighbour(const struct rt_spans *spans, const struct rt_stride *s)
{
    const struct rt_strides *all = &rt_spans_now(spans)->strides;
    for (uint32_t i = 0; i < all->count; i++)
        if (are_neighbours(&all->stride[i], s))
            return &all->stride[i];
    return NULL;
}

/* What s makes of its neighbour o. */
static bool widen(struct rt_stride *o, const struct rt_stride *s)
{
    if (!are_neighbours(o, s))
        return false;
    uint64_t from = s->from < o->from ? s->from : o->from, o_end = o->from + o->size, s_end = s->from + s->size;
    uint64_t size = (s_end > o_end ? s_end : o_end) - from;
    o->from = from;
    o->size = (uint32_t)size;
    o->lines = s->lines;
    return (!o->lines || size <= o->step) && is_small(o->count, size);
}

static void drop(struct rt_strides *all, uint32_t i)
{
    all->stride[i] = all->stride[--all->count];
}

/* The stride of that number becomes o. */
static bool change(struct rt_spans *spans, uint32_t i, const struct rt_stride *o)
{
    struct rt_whole *new = &spans->list[!spans->now];
    if (o->size < o->step || o->lines) {
        rt_copy_words(new, rt_spans_now(spans), sizeof *new);
        new->strides.stride[i] = *o;
    } else {
        if (!rt_spans_prepare(spans, o->from, rt_stride_end(o), o->write))
            return false;
        drop(&new->strides, i);
    }
    rt_spans_turn(spans);
    return true;
}

bool rt_strides_add(struct rt_spans *spans, const struct rt_stride *s)
{
    const struct rt_strides *all = &rt_spans_now(spans)->strides;
    uint64_t first = rt_stride_first(s), last = rt_stride_last(s);
    struct rt_stride wide;
    uint32_t at = RT_STRIDES;
    if (rt_spans_meet(spans, first, last))
        return false;
    for (uint32_t i = 0; i < all->count; i++) {
        if (!rt_stride_meets(&all->stride[i], first, last))
            continue;
        wide = all->stride[i];
        if (at < RT_STRIDES || !widen(&wide, s))
            return false;
        at = i;
    }
    if (at < RT_STRIDES)
        return change(spans, at, &wide);
    if (all->count == RT_STRIDES)
        return false;
    struct rt_whole *new = &spans->list[!spans->now];
    rt_copy_words(new, rt_spans_now(spans), sizeof *new);
    new->strides.stride[new->strides.count++] = *s;
    rt_spans_turn(spans);
    return true;
}

bool rt_strides_allow(struct rt_spans *spans, uint64_t first, uint64_t last)
{
    struct rt_strides *all = &spans->list[spans->now].strides;
    bool can = true;
    for (uint32_t i = 0; i < all->count; i++) {
        struct rt_stride *o = &all->stride[i];
        if (!rt_stride_meets(o, first, last))
            continue;
        if (last - first < RT_LINES_WITHIN - o->lines)
            o->lines = (uint8_t)(o->lines + last - first + 1);
        else
            can = false;
    }
    return can;
}

bool rt_strides_take(struct rt_spans *spans, uint64_t first, uint64_t last, struct rt_stride *taken)
{
    struct rt_whole *new = &spans->list[!spans->now];
    rt_copy_words(new, rt_spans_now(spans), sizeof *new);
    for (uint32_t i = 0; i < new->strides.count; i++) {
        if (!rt_stride_meets(&new->strides.stride[i], first, last))
            continue;
        *taken = new->strides.stride[i];
        drop(&new->strides, i);
        rt_spans_turn(spans);
        return true;
    }
    return false;
}
