/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the dataset: hands points to the fit.
 */
#ifndef OFFLINE_DATASET_FIT_H
#define OFFLINE_DATASET_FIT_H

#include "target/dataset.h"

/* Fits every target twice: run by run (size merged over instances, total cost)
 * and instance by instance; fits of recursions are judged by recursion_balance.h.  In parallel over targets.  0 or -1 (no memory). */
int dataset_fit(struct dataset *set, int estimator);

/* Fills the points' fitted_*, joint_size, and joint.  0 or -1 (no memory). */
int dataset_joint(struct target *t, int estimator);

/* Standard deviation of ln size that a size's own interval, of 95 %, stands for; 0: it is exact. */
double dataset_size_error(const struct estimate *e);

/* Widens the interval of an exponent against joint sizes by what these do not
 * know together. */
void dataset_joint_widen(const struct target *t, struct fit *fit);

/* What is fitted, and the points that it is of. */
struct fit_list {
    struct fit_point *point;
    const struct target_point **of;
    size_t n;
};

/* Moves down the lower end of an exponent's interval where half of the sizes are hardly known (`wide`), to what the
 * exponent is if they are off with a trend. */
void dataset_trend_widen(const struct fit_list *list, struct fit *fit);

/* What is fitted is thinned evenly to so many rows: the fit's time grows with them, and its answer does not change
 * any more. */
#define DATASET_MOST_ROWS 2000

/* Is the work of the run known well enough to be fitted? */
bool dataset_has_work(const struct target_point *p);

/* Exponent of the bytes that an execution accesses against its iterations, over runs; NaN: these are fewer than three, or
 * within a factor of 4. */
double dataset_work_by_iterations(const struct target *t);

/* Adds to the interval of an exponent of work what estimated work is off by. */
void dataset_widen_work(struct fit *fit);

/* Fits costs against sizes, each row as often as it counts.  0 or -1 (no memory). */
int dataset_fit_rows(const struct row *rows, size_t n, enum fit_sizes sizes, struct fit *fit);

#endif
