/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: how many targets a report has room for, and which of too many
 * it takes.  Whoever sends logs can make up targets; docs/fleet.md, "Who counts".
 */
#ifndef OFFLINE_DATASET_MOST_TARGETS_H
#define OFFLINE_DATASET_MOST_TARGETS_H

#include "target/dataset_merge.h"

#define CROWD_SENDER 2048u      /* targets that one sender's logs alone have, if there are several senders */
#define CROWD_ALL 16384u        /* targets of a report */

/* Marks groups as left out, and counts them in set->n_left_out.  A sender is a client's id;
 * all logs without an id are one sender's.  Targets of many logs stay before those of few,
 * then those that cost more.  Time is n log n.  0 or -1 (no memory). */
int dataset_crowd(struct dataset *set, const struct dataset_local *locals, struct dataset_group *groups, size_t n);

#endif
