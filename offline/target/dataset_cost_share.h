/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: how much of its process's cost a target is.
 */
#ifndef OFFLINE_DATASET_COST_SHARE_H
#define OFFLINE_DATASET_COST_SHARE_H

#include "target/dataset.h"

/* Sets the share of every target.  0 or -1 (no memory). */
int dataset_share(struct dataset *set);

/* Iterations; of a recursion calls. */
double dataset_cost(const struct target *t, const struct packed_point *point);

#endif
