/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a target's runs in order, straight from their packed points: all of them at
 * once would be most of a report's memory.
 */
#ifndef OFFLINE_ROW_MERGE_H
#define OFFLINE_ROW_MERGE_H

#include "target/dataset.h"

struct row_merge;

/* Rows of the runs that have a say; PACKED_USER_ROWS: of all.  NULL: no memory. */
struct row_merge *row_merge_new(const struct target *t, enum packed_list list);
void row_merge_free(struct row_merge *merge);

/* The next by size, then cost, then run.  1, 0 after the last, -1: cannot be read. */
int row_merge_next(struct row_merge *merge, struct row *row);

/* Likewise, but equal ones are one, and those that say nothing are left out. */
int row_merge_next_unique(struct row_merge *merge, struct row *row);

/* Traced instances of all runs, sorted, equal ones counted (PACKED_USER_ROWS: each for
 * itself); of more than `most` so many, evenly thinned.  *n: how many these are, *all: how
 * many there are.  Free it.  NULL: no memory. */
struct row *row_merge_rows(const struct target *t, enum packed_list list, size_t most, size_t *n, size_t *all);

#endif
