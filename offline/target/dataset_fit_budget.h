/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: who is fitted.
 */
#ifndef OFFLINE_DATASET_FIT_BUDGET_H
#define OFFLINE_DATASET_FIT_BUDGET_H

#include "target/dataset_fit.h"

/* Sets left_out of the targets that the budget of their logs (fit_budget) is not enough for.  0 or -1 (no memory). */
int dataset_budget(struct dataset *set);

#endif
