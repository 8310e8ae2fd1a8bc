/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes from samples: how many distinct cells all instances of a target read,
 * told from those that were traced (mark and recapture).
 */
#ifndef OFFLINE_CAPTURE_H
#define OFFLINE_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cell_set.h"

/* Sums over the samples of one target in one run. */
struct capture {
    struct cell_set *seen;      /* all cells of samples so far */
    uint64_t marked;            /* cells in it */
    uint64_t samples;           /* whole instances added */
    uint64_t pairs;
    /* over pairs: C_i cells each, M common */
    uint64_t pairs_common;      /* pairs with M > 0 */
    double pair_sum, chapman_sum;
    /* over samples in time order: C cells, M marked before, R of the C marked */
    double cm, r, r2_over_cm;   /* sums of C M, R, R^2 / (C M) */
    uint64_t informative;       /* samples with C M > 0 */
};

/* NaN: undefined. */
struct estimate {
    double size, low, high;
};

/* 0 or -1 (no memory). */
int capture_start(struct capture *capture);
void capture_end(struct capture *capture);

/* Adds the next sample in time order.  whole: it ran to its end and was traced
 * wholly; others are only marked.  0 or -1 (no memory). */
int capture_sample(struct capture *capture, const struct cell_set *cells, bool whole);

/* Adds a pair of whole instances of n1 and n2 cells, m of them common. */
void capture_pair(struct capture *capture, uint64_t n1, uint64_t n2, uint64_t m);

/* An estimator's value as its formula gives it: not bounded by what was seen. */
typedef struct estimate estimator_fn(const struct capture *capture);

struct estimator {
    const char *name;
    estimator_fn *estimate;
    const char *what;
};

#define ESTIMATORS 3
#define ESTIMATOR_DEFAULT 0
extern const struct estimator estimators[ESTIMATORS];

/* Index of an estimator, or -1. */
int estimator_find(const char *name);

/* An estimator's value in bytes of a run with sets thinned by `thin`: scaled by
 * 2^thin, and not below the cells seen.  Nothing read by any sample: size 0. */
struct estimate capture_estimate(const struct capture *capture, const struct estimator *estimator,
                                 unsigned thin);

#endif
