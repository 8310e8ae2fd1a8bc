/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The estimators of a run's size by name: streaks (streak.h) by default, and the classical ones.
 */
#ifndef OFFLINE_ESTIMATOR_LIST_H
#define OFFLINE_ESTIMATOR_LIST_H

#include "size/capture_sums.h"
#include "size/streak.h"

/* What estimators know of a run. */
struct sample {
    struct capture capture;
    struct streak_stats streak;         /* pairs 0: nothing is known */
    struct streak_estimate by_streaks;  /* made of it; NaN: cannot be told */
    double lines;                       /* lines that the cells seen are in */
    unsigned thin;                      /* the samples' sets are thinned by this */
};

/* NaN: undefined. */
struct estimate {
    double size, low, high;
};

/* A value as its formula gives it, in cells of thinned sets: not bounded by what
 * was seen. */
typedef struct estimate estimator_fn(const struct sample *sample);

struct estimator {
    const char *name;
    estimator_fn *estimate;
    const char *what;
};

#define ESTIMATORS 11
#define ESTIMATOR_DEFAULT 0
extern const struct estimator estimators[ESTIMATORS];

/* Index of an estimator, or -1. */
int estimator_find(const char *name);

/* An estimator's value in cells: scaled by 2^thin, and not below the cells seen;
 * low and high are both numbers or both NaN.  Nothing read by any sample: size 0, and
 * nobody knows how much others may have read. */
struct estimate sample_estimate(const struct sample *sample, const struct estimator *estimator);

#endif
