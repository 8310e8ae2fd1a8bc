/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: hands points to the fit.
 */
#ifndef OFFLINE_DATASET_FIT_H
#define OFFLINE_DATASET_FIT_H

#include "dataset.h"

/* Fits every target twice: run by run (size merged over instances, total cost)
 * and instance by instance; fits of recursions are judged by balance.h.  In parallel over targets.  0 or -1 (no memory). */
int dataset_fit(struct dataset *set);

/* Traced instances of all logs, sorted, equal ones counted; the number in *n.
 * Free it.  NULL: no memory. */
struct row *dataset_rows(const struct target *t, size_t *n);

#endif
