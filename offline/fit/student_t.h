/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Samples of Student's t with 3 degrees of freedom.  Safe to call from several threads.
 */
#ifndef OFFLINE_STUDENT_T_H
#define OFFLINE_STUDENT_T_H

#include <stddef.h>

/* Observations, each of the scale of the sample divided by the root of its
 * precision; the precisions' product is 1. */
struct t3_sample {
    const double *x, *precision;
    size_t n;                   /* not 0 */
};

/* Location and scale of a Student-t sample with 3 degrees of freedom. */
struct t3 {
    double location, scale;
    double log_likelihood;      /* up to a constant times n */
};

/* Smallest scale ever answered: of perfect data it would be 0 and the
 * likelihood infinite. */
#define T3_SCALE_MIN 0.001

/* Where to start: weighted mean and standard deviation.  That is too wide a scale
 * when there are outliers, on purpose: from there EM narrows in on the bulk,
 * from a narrow one it may stay with a few that happen to agree. */
void stats_t3_start(const struct t3_sample *sample, struct t3 *t);

/* Maximum likelihood by EM (Kent, Tyler, Vardi: A curious likelihood identity
 * for the multivariate t-distribution, 1994), and near the top by Newton's method, from the start in *t. */
void stats_t3_fit(const struct t3_sample *sample, struct t3 *t);

/* The scale about location 0 that EM has next. */
double stats_t3_next_scale(const struct t3_sample *sample, double scale);

/* Sum of ln (1 + precision_i (x_i/scale)^2 / 3), and the log-likelihood made of it. */
double stats_t3_log_likelihood(const struct t3_sample *sample, double location, double scale);

#endif
