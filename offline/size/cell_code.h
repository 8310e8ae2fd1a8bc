/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stored form of a cell set: items over lines of 64 cells.
 */
#ifndef OFFLINE_CELL_CODE_H
#define OFFLINE_CELL_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"

/* Bounds on what a stored set may claim, so that a few hostile bytes cannot
 * ask for all memory and time: lines are numbers of 48-bit addresses / 64; those with all cells, which
 * a runtime tells as ranges, are at most 64 GiB, and others, which it has in a table, far fewer. */
#define CELL_LINE_END (UINT64_C(1) << 42)
#define CELL_MAX_WHOLE_LINES ALOG_MAX_WHOLE_LINES
#define CELL_MAX_LINES (UINT64_C(1) << 26)
/* Of all its strides, each of which a runtime keeps to half of that. */
#define CELL_MAX_STRIDE_LINES (UINT64_C(1) << 26)

/* `lines` lines from `first` on have cells `mask`; mask is not 0. */
struct cell_item {
    uint64_t first, lines, mask;
};

/* Elements of `size` cells, `step` cells apart. */
struct cell_stride {
    uint64_t at, step, count;   /* the next one; those that are left */
    uint64_t size, done;        /* cells of the next one that were handed out */
};

struct cell_reader {
    const uint8_t *p, *end;
    uint64_t next_line, mask, lines, whole_lines, stride_lines;
    struct cell_stride stride;  /* the item that was read last, if some of it is left */
    bool bad;                   /* the bytes were no set; reading has ended */
};

void cell_reader_start(struct cell_reader *reader, const uint8_t *bytes, size_t size);

/* The next item, in ascending order.  False at the end or when bad. */
bool cell_reader_next(struct cell_reader *reader, struct cell_item *item);

/* Likewise, but a stride as a whole: then it is reader->stride, of which the caller sets `count` to 0, and *item has no lines. */
bool cell_reader_next_whole(struct cell_reader *reader, struct cell_item *item);

/* Checks a stored set and counts its cells.  False if it is none. */
bool cell_check(const uint8_t *bytes, size_t size, uint64_t *cells);

/* Called with each maximal range of cells within a region; lo is the offset of
 * its first cell, cells its length. */
typedef void cell_range_fn(void *arg, uint32_t region, uint32_t lo, uint64_t cells);

/* Called with each stride. */
typedef void cell_stride_fn(void *arg, const struct cell_stride *stride);

/* Walks the ranges of a stored set that cell_check accepted, and its strides, ascending.  stride_fn NULL: an
 * element of a stride is a range, too. */
void cell_ranges(const uint8_t *bytes, size_t size, cell_range_fn *fn, cell_stride_fn *stride_fn, void *arg);

/* So many lines and ranges that looks at, at most; found without looking at them.  whole_strides: it has a stride_fn. */
uint64_t cell_ranges_steps(const uint8_t *bytes, size_t size, bool whole_strides);

#endif
