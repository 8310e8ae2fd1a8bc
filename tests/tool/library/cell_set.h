/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of cells as CRoaring bitmaps, one for each region (cell >> 32): a second
 * way to the numbers of cell_sweep.h, written apart from it.
 */
#ifndef CELL_SET_H
#define CELL_SET_H

#include <stddef.h>
#include <stdint.h>

#include "size/cell_sweep.h"

struct cell_set;

/* NULL: no memory. */
struct cell_set *cell_set_new(void);
void cell_set_free(struct cell_set *set);
void cell_set_clear(struct cell_set *set);

/* Adds cells [first, first + count) of the view's unit; no thinning.  0 or -1
 * (no memory). */
int cell_set_add_range(struct cell_set *set, struct cell_view view, uint64_t first, uint64_t count);

/* Adds a stored set that cell_check accepted.  0 or -1 (no memory). */
int cell_set_add_stored(struct cell_set *set, struct cell_view view, const uint8_t *bytes,
                        size_t size);

uint64_t cell_set_count(const struct cell_set *set);

/* Cells in both. */
uint64_t cell_set_common(const struct cell_set *a, const struct cell_set *b);

/* Adds all cells of `more` to `seen`; *again gets how many were there before.
 * Costs about the size of `more`, however large `seen` is.  0 or -1 (no memory). */
int cell_set_absorb(struct cell_set *seen, const struct cell_set *more, uint64_t *again);

#endif
