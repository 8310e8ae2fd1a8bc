/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of ranges.  A byte's first access decides, so what is seen again
 * stays what it was, and only the gaps between the spans are new. */
#include "arch/general_only.h"
#include "cells/spans.h"
#include "cells/cells.h"

/* At the list's end; false: it is full. */
static bool put(struct rt_whole *list, uint64_t from, uint64_t to, bool write)
{
    struct rt_span *last = &list->span[list->count - 1];
    if (list->count && last->to == from && last->write == write && to - last->from <= RT_SPAN_MOST) {
        last->to = to;
        return true;
    }
    if (list->count == RT_SPANS)
        return false;
    struct rt_span *s = &list->span[list->count++];
    s->from = from;
    s->to = to;
    s->write = write;
    return true;
}

bool rt_spans_prepare(struct rt_spans *spans, uint64_t from, uint64_t to, bool write)
{
    const struct rt_whole *old = rt_spans_now(spans);
    struct rt_whole *new = &spans->list[!spans->now];
    if (to - from > RT_SPAN_MOST)
        return false;
    new->count = 0;
    new->strides = old->strides;
    for (uint32_t i = 0; i < old->count; i++) {
        const struct rt_span *s = &old->span[i];
        if (from < to && from < s->from && !put(new, from, to < s->from ? to : s->from, write))
            return false;
        if (!put(new, s->from, s->to, s->write))
            return false;
        if (from < s->to)
            from = s->to;
    }
    return from >= to || put(new, from, to, write);
}

bool rt_spans_add(struct rt_spans *spans, uint64_t from, uint64_t to, bool write)
{
    bool prepared = rt_spans_prepare(spans, from, to, write);
    if (prepared)
        rt_spans_turn(spans);
    return prepared;
}

/* No span goes on at both sides of the line: one that does holds it whole. */
void rt_spans_take(struct rt_spans *spans, uint64_t line, uint64_t *read, uint64_t *written)
{
    const struct rt_whole *old = rt_spans_now(spans);
    struct rt_whole *new = &spans->list[!spans->now];
    uint64_t start = line << 6, end = start + 64;
    *read = *written = 0;
    new->count = 0;
    new->strides = old->strides;
    for (uint32_t i = 0; i < old->count; i++) {
        struct rt_span s = old->span[i];
        if (s.from < end && s.to > start) {
            uint64_t from = s.from > start ? s.from : start, to = s.to < end ? s.to : end;
            *(s.write ? written : read) |= rt_bytes_between(from - start, to - start);
            if (s.from < start)
                s.to = start;
            else
                s.from = end;
        }
        if (s.from < s.to)
            new->span[new->count++] = s;
    }
    rt_spans_turn(spans);
}

/* The next run of the bytes [from, to); where it ends. */
static uint64_t next_run(uint64_t from, uint64_t to, struct rt_run *run)
{
    uint64_t first = from & 63, size = to - from;
    run->line = from >> 6;
    if (first || size < 64) {
        size = size < 64 - first ? size : 64 - first;
        run->lines = 1;
        run->mask = ~(uint64_t)0 >> (64 - size) << first;
        return from + size;
    }
    uint64_t most = rt_lines_together(run->line);
    run->lines = size >> 6 < most ? size >> 6 : most;
    run->mask = ~(uint64_t)0;
    return from + (run->lines << 6);
}

static void sort_runs(struct rt_run *a, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct rt_run x = a[i];
        size_t j = i;
        for (; j && a[j - 1].line > x.line; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

size_t rt_spans_runs(const struct rt_spans *s, struct rt_run *run)
{
    const struct rt_whole *list = rt_spans_now(s);
    struct rt_mapper mapper = RT_MAPPER;
    size_t n = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint64_t from = list->span[i].from, to = list->span[i].to;
        while (!list->span[i].write && from < to) {
            from = next_run(from, to, &run[n]);
            if (n && run[n].line == run[n - 1].line)    /* two spans end in one line */
                run[n - 1].mask |= run[n].mask;
            else
                n++;
        }
    }
    for (uint32_t i = 0; i < list->strides.count; i++)
        if (!list->strides.stride[i].write)
            run[n++] = (struct rt_run){ .line = list->strides.stride[i].from >> 6, .lines = i };
    for (size_t i = 0; i < n; i++)
        run[i].line = rt_map_line(&mapper, run[i].line);
    sort_runs(run, n);
    return n;
}
