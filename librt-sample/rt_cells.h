/* SPDX-License-Identifier: MIT
 *
 * The cells of memory that an instance saw (rt_cells.c), and their logged form (rt_set.c).
 */
#ifndef ALGOPROF_RT_CELLS_H
#define ALGOPROF_RT_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <algoprof/log_format.h>
#include "rt_spans.h"

struct rt_pages;

#define RT_FIRST_SLOTS 128u     /* of 24 bytes: an area of class 0 */
#define RT_MOST_LINES (1u << 20)        /* of a table, with a budget */

/* 64 bytes of memory as an instance saw them. */
struct rt_line {
    uint64_t key;               /* line + 1; 0: free slot */
    uint64_t read_first;        /* read before written */
    uint64_t seen;
};

/* A line is in the table, or has bytes in pending spans, or neither; never both. */
struct rt_table {
    struct rt_line *slot;       /* behind them: struct rt_spans */
    struct rt_line *last;       /* found last */
    uint32_t mask;              /* slots - 1 */
    uint32_t used;
    uint32_t max_lines;         /* thins itself beyond; 0: no limit */
    uint8_t class;
    uint8_t thin;
    bool lost;                  /* memory ran out */
    uint32_t left_over;         /* bytes that rt_table_to_set wrote and that are not zero:
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
    uint64_t cells;             /* before thinning; times 2^thin if the table was thinned */
    uint8_t thin;
};

/* Where a line is looked for first. */
static inline uint32_t rt_line_slot(uint64_t key, uint32_t mask)
{
    return (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & mask;
}

/* Pending ranges of a table with these slots. */
static inline struct rt_spans *rt_spans_of(struct rt_line *slots, uint64_t mask)
{
    return (struct rt_spans *)(void *)(slots + mask + 1);
}

/* Is a logged line one of those that are left after thinning? */
static inline bool rt_line_survives(uint64_t logged, unsigned thin)
{
    return !thin || alog_line_hash(logged) >> (64 - thin) == 0;
}

void rt_cells_init(void);       /* draws the keys of the permutation */
uint64_t rt_logged_line(uint64_t line);
uint64_t rt_lines_together(uint64_t line);      /* from this one on, that stay neighbours */
bool rt_table_init(struct rt_table *, struct rt_pages *);
/* Lines that may be added by who finds their slots himself. */
uint32_t rt_table_room(const struct rt_table *);
void rt_table_release(struct rt_table *, struct rt_pages *);
void rt_table_touch(struct rt_table *, struct rt_pages *, uint64_t address, uint64_t size, bool write);
/* The same, which leaves long ranges pending where it can. */
void rt_table_range(struct rt_table *, struct rt_pages *, uint64_t address, uint64_t size, bool write);
/* What was seen of [from, from + size) was written at `to`. */
void rt_table_move(struct rt_table *, struct rt_pages *, uint64_t from, uint64_t to, uint64_t size);
/* Add what the child saw, but for [low, high), which is younger than the parent. */
void rt_table_merge(struct rt_table *parent, struct rt_pages *, const struct rt_table *child,
                    uint64_t low, uint64_t high);
/* Turn a table into its sorted set, in place: the table is gone then. */
struct rt_cellset rt_table_to_set(struct rt_table *);
void rt_set_thin(struct rt_cellset *, unsigned thin);
/* Bytes of the encoded set; written at `out` unless that is NULL. */
size_t rt_set_encode(const struct rt_cellset *, uint8_t *out);
size_t rt_put_varint(uint8_t *out, uint64_t);

#endif
