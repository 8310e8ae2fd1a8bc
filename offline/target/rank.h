/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of targets in a report.
 */
#ifndef OFFLINE_RANK_H
#define OFFLINE_RANK_H

#include "target/dataset.h"

/* Judges the targets (of both fits the worse decides, or that of the view) and orders them: alarms
 * first, then what is to be watched, both by the cost that is expected at larger sizes, then the others by
 * cost; but right before a target come those of its verdict that run inside it.  order[i] becomes the index in targets of rank i;
 * ties are broken by key.  0 or -1 (no memory). */
int rank_targets(struct target *targets, size_t n, const struct nesting *nestings,
                 size_t n_nestings, enum view view, size_t *order);

#endif
