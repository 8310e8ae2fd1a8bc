/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: fits against the n that was told (enum told_by).
 */
#ifndef OFFLINE_DATASET_FIT_TOLD_H
#define OFFLINE_DATASET_FIT_TOLD_H

#include "target/dataset.h"

/* Fills told and told_by.  0 or -1 (no memory). */
int dataset_fit_told(struct target *t);

/* The n of the run; NaN: nobody told it. */
double dataset_told_size(const struct target *t, const struct target_point *p);

#endif
