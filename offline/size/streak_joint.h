/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK-J: the sizes of all runs of a target together.  Small runs have few
 * cells met again and tell little of how often cells are visited; large runs
 * tell.  Estimated one by one the small ones sit at the prior, and the cost
 * function bends; here all runs share one law of visits.
 */
#ifndef OFFLINE_STREAK_JOINT_H
#define OFFLINE_STREAK_JOINT_H

#include "size/streak.h"

struct streak_run {
    const struct streak_stats *stats;
    double known;               /* size, if it needs no estimate; else NaN */
    double scale, floor;        /* size in cells = scale * estimate, at least floor */
    double cost;
    double low, high;           /* the interval that the run alone tells for its size; 0: unknown */
    /* Answers: */
    double size;                /* NaN: cannot be told (no pair) */
    double error;               /* standard error of ln size that is this run's own */
};

struct streak_joint {
    double exponent, low, high; /* of cost against size, OLS of the logarithms; NaN: cannot be told */
    double bend_low, bend_high; /* exponent of the true sizes against those answered, 95 %: 1 if
                                   all errors were in proportion */
    bool estimated;             /* some size is an estimate */
    bool flat;                  /* sizes do not vary: no exponent */
};

/* Fills the answers.  Does not depend on the order of runs but for rounding.
 * 0 or -1 (no memory). */
int streak_joint(struct streak_run *runs, size_t n, struct streak_joint *out);

#endif
