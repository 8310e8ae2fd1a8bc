/* SPDX-License-Identifier: MIT
 *
 * The cells of memory that an instance saw (cells/cells.c), and their logged form (cells/logged_set.c).
 */
#ifndef ALGOPROF_RT_CELLS_H
#define ALGOPROF_RT_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>
#include "base/memory.h"
#include "cells/spans.h"

struct rt_pages;

#define RT_ADDRESS_BITS 48
#define RT_LINE_BITS (RT_ADDRESS_BITS - 6)
#define RT_FIRST_SLOTS 128u     /* of 24 bytes: an area of class 0 */
#define RT_ORDERED 84u         /* lines of a table of class 0, found without a look at each slot */
#define RT_TABLE_CLASSES RT_CLEAN_CLASSES   /* of tables that begin so large, where the last one needed it */
#define RT_CLOCKED_CLASS 6u     /* 256 KiB: what new memory takes differs from machine to machine */
#define RT_MOST_LINES (1u << 20)        /* of a table, with a budget, at most */
#define RT_THINNED_LINES 1024u  /* likewise, of an instance that is thinned from its beginning on; */
#define RT_THINNED_CLASS 4u     /* it has room for them */
#define RT_LINES_WITHIN 8u      /* lines of the table at most that a range is kept around */
#define RT_SLICE 512u           /* lines that are seen until it is asked whether more may be */

/* 64 bytes of memory as an instance saw them. */
struct rt_line {
    uint64_t key;               /* rt_line_key; 0: free slot */
    uint64_t read_first, write_first;   /* no byte is in both */
};

/* What lines become in the log (rt_map_line). */
struct rt_mapper {
    uint64_t region, base;      /* mapped last, and where its lines begin */
};
#define RT_MAPPER { UINT64_MAX, 0 }

/* A line is in the table, or has bytes in spans, or neither; never both.  Where a line is entered that a
 * span has a part of, at its end, the span gives it up; of one that a stride has a part of its bytes count in the line, and
 * who enters it has asked the strides (rt_strides_allow). */
struct rt_table {
    struct rt_line *slot;       /* behind them: struct rt_spans; of class 0 rt_table_order, too */
    struct rt_line *last;       /* found last */
    uint32_t mask;              /* slots - 1 */
    uint32_t used;
    uint32_t max_lines;         /* thins itself beyond; 0: no limit */
    uint32_t grown_ns;          /* of CPU time that its steps to RT_CLOCKED_CLASS and beyond took */
    struct rt_mapper mapper;    /* of lines that are asked whether they survive */
    uint8_t class;
    uint8_t thin;
    bool lost;                  /* memory ran out */
    uint32_t left_over;         /* bytes that are not zero after rt_table_to_set and rt_set_scratch:
                                   the first ones; UINT32_MAX: others too */
};

/* Lines as logged: items, and runs between them. */
struct rt_cellset {
    struct rt_item {
        uint64_t line, mask;
    } *item;
    size_t items;
    struct rt_run *run;         /* whole: those of their lines count that `thin` keeps */
    size_t runs;
    const struct rt_stride *stride;     /* of the runs without a mask */
    uint64_t cells;             /* before thinning; times 2^thin if the table was thinned */
    uint8_t thin;
};

/* About as many lines as a run has. */
static inline uint64_t rt_run_lines(const struct rt_cellset *set, const struct rt_run *r)
{
    return r->mask ? r->lines : set->stride[r->lines].count;
}

/* Set bits (Warren, Hacker's Delight, 5-1); the built-in would want libgcc. */
static inline unsigned rt_count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(x * 0x0101010101010101u >> 56);
}

/* The address of a line's last byte. */
static inline uint64_t rt_line_key(uint64_t line)
{
    return line << 6 | 63;
}

static inline uint64_t rt_key_line(uint64_t key)
{
    return key >> 6;
}

/* Those bytes of it are accessed. */
static inline __attribute__((always_inline)) void rt_line_see(struct rt_line *s, uint64_t bytes, bool write)
{
    if (write)
        s->write_first |= bytes & ~s->read_first;
    else
        s->read_first |= bytes & ~s->write_first;
}

/* Where a line is looked for first: by the golden ratio, which spreads neighbours evenly,
 * so that those of one region have slots of their own (Knuth, TAOCP 3, 6.4).  Bits from
 * RT_SLOT_SHIFT on of key times factor are the slot. */
#define RT_SLOT_SHIFT 36
static inline uint64_t rt_slot_factor(uint64_t mask)
{
    return (0x9e3779b97f4a7c15u >> (64 + 6 - RT_SLOT_SHIFT)) * (mask + 1);
}

static inline uint32_t rt_line_slot(uint64_t key, uint32_t mask)
{
    return (uint32_t)(key * rt_slot_factor(mask) >> RT_SLOT_SHIFT) & mask;
}

/* The ranges that stay whole of a table with these slots. */
static inline struct rt_spans *rt_spans_of(struct rt_line *slots, uint64_t mask)
{
    return (struct rt_spans *)(void *)(slots + mask + 1);
}

/* Which lines of a table of class 0 there are, in the order in which they were counted: the
 * first RT_ORDERED.  Slots may be free, or be there twice, after a jump out of a handler. */
static inline uint16_t *rt_table_order(const struct rt_table *t)
{
    return (uint16_t *)(void *)((char *)t->slot + 4096) - RT_ORDERED;
}

/* The line in that list: its address's low bits, since the table is one page. */
static inline __attribute__((always_inline)) uint16_t rt_ordered(const struct rt_line *s)
{
    return (uint16_t)(uintptr_t)s;
}

static inline struct rt_line *rt_ordered_line(const struct rt_table *t, uint16_t ordered)
{
    return (struct rt_line *)(void *)((char *)t->slot + (ordered & 4095));
}

/* Is a logged line one of those that are left after thinning? */
static inline bool rt_line_survives(uint64_t logged, unsigned thin)
{
    return !thin || alog_line_hash(logged) >> (64 - thin) == 0;
}

void rt_cells_init(void);       /* draws the keys of the permutation */

/* What a line of memory becomes in the log: see "cells" in log_format.h. */
#define RT_REGION_BITS 26       /* of a line: those that stay as they are */
#define RT_REGION_MASK (((uint64_t)1 << RT_REGION_BITS) - 1)
extern uint64_t rt_offset_key;  /* lines added to each */
uint64_t rt_logged_region(uint64_t region);

/* Before regions are permuted. */
static inline __attribute__((always_inline)) uint64_t rt_moved_line(uint64_t line)
{
    return (line + rt_offset_key) & (((uint64_t)1 << RT_LINE_BITS) - 1);
}

static inline __attribute__((always_inline)) uint64_t rt_map_line(struct rt_mapper *m, uint64_t line)
{
    uint64_t moved = rt_moved_line(line);
    if (moved >> RT_REGION_BITS != m->region) {
        m->region = moved >> RT_REGION_BITS;
        m->base = rt_logged_region(m->region) << RT_REGION_BITS;
    }
    return m->base | (moved & RT_REGION_MASK);
}

static inline uint64_t rt_logged_line(uint64_t line)
{
    struct rt_mapper m = RT_MAPPER;
    return rt_map_line(&m, line);
}

/* Lines from this one on that stay neighbours. */
static inline uint64_t rt_lines_together(uint64_t line)
{
    return RT_REGION_MASK + 1 - ((line + rt_offset_key) & RT_REGION_MASK);
}

/* class: below RT_TABLE_CLASSES. */
bool rt_table_init(struct rt_table *, struct rt_pages *, unsigned class);
/* The smallest class that it would not have had to grow from. */
unsigned rt_table_needs(const struct rt_table *);
/* Lines that it has before it grows. */
static inline uint32_t rt_table_most(const struct rt_table *t)
{
    return (t->mask + 1) / 3 * 2;
}

/* Lines that may be added by who finds their slots himself, and asks whether they survive. */
static inline uint32_t rt_table_room(const struct rt_table *t)
{
    uint32_t most = rt_table_most(t);
    if (t->max_lines && t->max_lines < most)
        most = t->max_lines;
    return t->used >= most ? 0 : most - t->used;
}
/* Half of RT_THINNED_LINES at most are left, about, and it thins itself beyond these from here on. */
void rt_table_thin(struct rt_table *, struct rt_pages *);
void rt_table_release(struct rt_table *, struct rt_pages *);
void rt_table_touch(struct rt_table *, struct rt_pages *, uint64_t address, uint64_t size, bool write);
/* The same of a long range, which stays whole; false: it cannot, or not all of it: touch it. */
bool rt_table_keep(struct rt_table *, uint64_t address, uint64_t size, bool write);
/* The same of a stride, all or nothing. */
bool rt_table_keep_stride(struct rt_table *, const struct rt_stride *);
/* Were all its bytes seen, as far as spans and strides know? */
bool rt_table_has_stride(const struct rt_table *, const struct rt_stride *);
/* What was seen of [from, from + size) was written at `to`; the caller does that for spans. */
void rt_table_move(struct rt_table *, struct rt_pages *, uint64_t from, uint64_t to, uint64_t size);
/* Add what the child saw in its slots from that one on, RT_SLICE of them, but for [low, high), which
 * is younger than the parent.  The caller does that for spans.  false: there are no more. */
bool rt_table_merge(struct rt_table *parent, struct rt_pages *, const struct rt_table *child, uint32_t from,
                    uint64_t low, uint64_t high);
void rt_table_settle_strides(struct rt_table *, struct rt_pages *);
/* So that there are no lines among strides: before what it has is asked. */
static inline void rt_table_settle(struct rt_table *t, struct rt_pages *pages)
{
    if (rt_spans_now(rt_spans_of(t->slot, t->mask))->strides.count)
        rt_table_settle_strides(t, pages);
}
/* Turn a settled table into its sorted set, in place: the table is gone then. */
void rt_table_to_set(struct rt_table *, struct rt_cellset *);
/* Room for the encoded set, if no run is thinned, in its table; NULL: there is none. */
uint8_t *rt_set_scratch(struct rt_table *, const struct rt_cellset *);
void rt_set_thin(struct rt_cellset *, unsigned thin);
/* Bytes of the encoded set at most, if no run is thinned: a distance of RT_LINE_BITS, a number of lines,
 * which is 1 byte of one line, and a mask; of a stride, which is a run, 6 + 1 + 1 + 3 + 5 + 4 (RT_STRIDE_MOST, RT_STRIDE_LEAST). */
static inline size_t rt_set_most(const struct rt_cellset *set)
{
    return set->items * (6 + 1 + 8) + set->runs * (6 + 7 + 8);
}
/* Bytes of the encoded set; written at `out` unless that is NULL. */
size_t rt_set_encode(const struct rt_cellset *, uint8_t *out);

#endif
