/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: fits against the n that the program told (algoprof_size).
 */
#ifndef OFFLINE_DATASET_TOLD_H
#define OFFLINE_DATASET_TOLD_H

#include "target/dataset.h"

/* Fills told and sized.  0 or -1 (no memory). */
int dataset_fit_told(struct target *t);

#endif
