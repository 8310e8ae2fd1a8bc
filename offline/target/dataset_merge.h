/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: the targets of all logs become those of the report.
 */
#ifndef OFFLINE_DATASET_MERGE_H
#define OFFLINE_DATASET_MERGE_H

#include "target/dataset.h"

#define DATASET_LEFT_OUT SIZE_MAX   /* in place of a target's index */

/* A target of one log on its way to the merged one. */
struct dataset_local {
    const struct log_target *target;
    uint32_t log, index;        /* the log in the set, the target in the log */
};

/* Locals of one key, and what becomes of them. */
struct dataset_group {
    size_t from, to;            /* in the sorted array of locals */
    bool left_out;
};

/* Merges targets; of[log][k] becomes the merged index of the log's target k, or
 * DATASET_LEFT_OUT.  0 or -1 (no memory). */
int dataset_merge(struct dataset *set, int estimator, size_t **of);

/* The points of a log's target, of its runs in their order. */
const struct packed_point *dataset_local_points(const struct dataset *set, const struct dataset_local *local,
                                                size_t *n);

#endif
