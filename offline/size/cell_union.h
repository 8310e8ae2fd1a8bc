/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many cells any of many stored sets has, where nobody asks which.  Instances that begin where others did, and end elsewhere,
 * are one range or one stride then; so this costs what the sets take, and not their number times what each has, as a sweep does
 * (cell_sweep.h).
 */
#ifndef OFFLINE_CELL_UNION_H
#define OFFLINE_CELL_UNION_H

#include <stdint.h>

#include "size/cell_sweep.h"

/* Cells of the union of n sets that are not thinned.  steps: as for cell_sweep.  0; 1: it would take more steps; -1: no memory. */
int cell_union(const struct sweep_source *sets, size_t n, uint64_t *steps, uint64_t *cells);

#endif
