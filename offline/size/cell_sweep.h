/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which of many stored cell sets hold which cells, in one pass over all of
 * them in address order.  Costs about as much as reading the sets: equal lines
 * in a row are looked at once, and no set is ever unpacked.  Where strides of one
 * step go on for long, one period of theirs stands for all.  Strides of several steps and thinned
 * sets are looked at line by line, of which few bytes may claim many.
 */
#ifndef OFFLINE_CELL_SWEEP_H
#define OFFLINE_CELL_SWEEP_H

#include <stddef.h>
#include <stdint.h>

/* How cells are seen: in units of `1 << shift` bytes (shift 0..6), and only
 * lines that survive thinning by `thin` (0..32, log_format.h). */
struct cell_view {
    unsigned shift, thin;
};

/* The mask of a line's cells in units of 1 << shift, in the low 64 >> shift bits. */
uint64_t cell_mask_coarse(uint64_t mask, unsigned shift);

/* How many cells that are. */
unsigned cell_mask_count(uint64_t mask, unsigned shift);

struct sweep_source {
    const uint8_t *bytes;       /* a stored set that cell_check accepted */
    size_t size;
};

/* Cells of a line that the same sets hold. */
struct sweep_group {
    uint64_t mask;              /* not 0; bit i: cell i of the line */
    const uint32_t *set;        /* ascending */
    size_t n_sets;              /* not 0 */
};

/* How many of its sets are below n: the first so many. */
static inline size_t sweep_sets_below(const struct sweep_group *group, uint64_t n)
{
    size_t sets = group->n_sets;
    while (sets > 0 && group->set[sets - 1] >= n)
        sets--;
    return sets;
}

/* Lines [first, first + lines), all alike, and as many again `apart` lines further on, `times` in all. */
struct sweep_lines {
    uint64_t first, lines;
    uint64_t times, apart;      /* 1 and 0 but for long strides */
    unsigned per_line;          /* cells of a line in the view */
    const struct sweep_group *group;
    size_t n_groups;            /* disjoint masks; not 0 */
};

/* 0, or -1 to end the sweep. */
typedef int sweep_fn(void *arg, const struct sweep_lines *lines);

/* Calls fn for all lines that any of the n sets has in the view, ascending, but for those of further times.
 * steps: how many steps it may take, less those it took; a step is some nanoseconds.
 * NULL: as many as it needs.  0; 1: it would take more steps; -1: no memory, or fn. */
int cell_sweep(const struct sweep_source *sets, size_t n, struct cell_view view, uint64_t *steps,
               sweep_fn *fn, void *arg);

#endif
