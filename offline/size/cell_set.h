/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of cells, exact: CRoaring bitmaps of 32-bit offsets, one for each
 * region (cell >> 32).
 */
#ifndef OFFLINE_CELL_SET_H
#define OFFLINE_CELL_SET_H

#include <stddef.h>
#include <stdint.h>

/* How cells are seen: in units of `1 << shift` bytes (shift 0..6), and only
 * lines that survive thinning by `thin` (0..32, log_format.h). */
struct cell_view {
    unsigned shift, thin;
};

struct cell_set;

/* The mask of a line's cells in units of 1 << shift, in the low 64 >> shift bits. */
uint64_t cell_mask_coarse(uint64_t mask, unsigned shift);

/* How many cells that are. */
unsigned cell_mask_count(uint64_t mask, unsigned shift);

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
