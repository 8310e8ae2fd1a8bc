/* SPDX-License-Identifier: MIT
 *
 * Ranges that an instance saw whole (cells/spans.c): they need no look at each of
 * their lines, neither when they are recorded nor when they are logged.
 *
 * Here and in cells/spans.c: general registers only, for entry/access.c.
 */
#ifndef ALGOPROF_RT_SPANS_H
#define ALGOPROF_RT_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "cells/strides.h"

#define RT_SPANS 15u
#define RT_SPAN_RUNS 4u         /* of a span at most: its ends, and two regions' lines */
#define RT_SPAN_MOST ((uint64_t)1 << 32)        /* bytes, a region: else there were more */

/* Bytes [from, to), all of them read first, or all of them written first. */
struct rt_span {
    uint64_t from, to;
    bool write;
};

/* Spans ascend, and no two share a byte. */
struct rt_whole {
    uint32_t count;
    struct rt_strides strides;
    struct rt_span span[RT_SPANS];
};

/* Zeros are none.  What changes is made beside what holds, and then holds at once. */
struct rt_spans {
    struct rt_whole list[2];
    uint32_t now;               /* the one that holds */
    uint32_t tries;             /* looks for lines around a stride that took longer than its elements would have */
};

/* Lines that are neighbours in the log, with the same bytes of each; or, without a mask, the stride
 * of that number, which begins with the line. */
struct rt_run {
    uint64_t line, lines, mask;
};

static inline __attribute__((always_inline)) const struct rt_whole *rt_spans_now(const struct rt_spans *s)
{
    return &s->list[s->now];
}

/* Bytes of a line, from `first` to before `end`, first < end <= 64. */
static inline uint64_t rt_bytes_between(uint64_t first, uint64_t end)
{
    return ~(uint64_t)0 >> (64 - (end - first)) << first;
}

/* Has a span bytes in the lines from `first` to `last`? */
static inline __attribute__((always_inline)) bool rt_spans_meet(const struct rt_spans *s, uint64_t first, uint64_t last)
{
    const struct rt_whole *list = rt_spans_now(s);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->span[i].from >> 6 <= last && (list->span[i].to - 1) >> 6 >= first)
            return true;
    return false;
}

/* Has anything that stays whole to do with them? */
static inline __attribute__((always_inline)) bool rt_whole_meet(const struct rt_spans *s, uint64_t first, uint64_t last)
{
    return rt_spans_meet(s, first, last) || rt_strides_meet(&rt_spans_now(s)->strides, first, last);
}

/* Is there anything that stays whole? */
static inline __attribute__((always_inline)) bool rt_whole_any(const struct rt_spans *s)
{
    return rt_spans_now(s)->count || rt_spans_now(s)->strides.count;
}

/* Does one span hold all of [from, to)? */
static inline __attribute__((always_inline)) bool rt_spans_hold(const struct rt_spans *s, uint64_t from, uint64_t to)
{
    const struct rt_whole *list = rt_spans_now(s);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->span[i].from <= from && to <= list->span[i].to)
            return true;
    return false;
}

/* See [from, to), from < to: bytes that are in a span stay as they are.  false: there
 * is no room, and nothing was changed.  A jump out of a handler leaves it done or not. */
bool rt_spans_add(struct rt_spans *, uint64_t from, uint64_t to, bool write);
/* Likewise, but that it does not hold yet: rt_spans_turn. */
bool rt_spans_prepare(struct rt_spans *, uint64_t from, uint64_t to, bool write);
/* What was prepared holds. */
static inline __attribute__((always_inline)) void rt_spans_turn(struct rt_spans *s)
{
    __asm__ volatile("" ::: "memory");
    s->now = !s->now;
}
/* A line that they do not hold whole is to be entered by itself: their bytes of it, which
 * they have no more.  A jump out of a handler leaves it done or not. */
void rt_spans_take(struct rt_spans *, uint64_t line, uint64_t *read, uint64_t *written);
/* What is read first, as logged, ascending; room for RT_SPAN_RUNS of each span, and for the strides.  Their
 * number; the one behind them may have been written too. */
size_t rt_spans_runs(const struct rt_spans *, struct rt_run *);

#endif
