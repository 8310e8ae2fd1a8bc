/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statistics that GSL lacks, and its minimiser and root finder behind one call
 * each.  Everything is safe to call from several threads.
 */
#ifndef OFFLINE_STATS_H
#define OFFLINE_STATS_H

#include <stddef.h>

/* GSL calls abort() on any error unless told otherwise; every user of GSL here
 * calls this first.  Cheap, and takes effect once. */
void stats_init(void);

/* A line by least squares, point by point. */
struct stats_line {             /* all zero: of no point */
    double n, x, y, xx, xy;
};

void stats_line_add(struct stats_line *line, double x, double y);
/* dy / dx; no number for fewer than two different x. */
double stats_line_slope(const struct stats_line *line);

struct weighted {
    double value, weight;       /* weight > 0 */
};

/* Median of a weighted sample; sorts it.  Where the halves balance exactly it
 * is the mean of the middle two.  n > 0. */
double stats_weighted_median(struct weighted *sample, size_t n);

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

/* One-sided p value of Kendall's tau < 0 between y and its index; exact up to
 * 40 values without ties, else the normal approximation with ties corrected.
 * 1 for n < 2.  Time grows with n^2.  NaN: no memory. */
double stats_kendall_falls(const double *y, size_t n);

typedef double stats_function(double x, void *data);

#define STATS_GRID 32           /* most points of a grid */

/* A point with f about as small as anywhere between the n of an ascending grid, n >= 3: its lowest one, or where its
 * neighbours are both higher, the lowest between these, to the tolerance.  Of a valley that is no wider than between
 * three points the grid may tell nothing.  *f_min becomes f there. */
double stats_search(stats_function *f, void *data, const double *x, size_t n, double tolerance, double *f_min);

/* Where f is 0 in [low, high], with a change of sign between them, to the
 * absolute tolerance.  NaN: no change of sign, or no memory. */
double stats_root(stats_function *f, void *data, double low, double high, double tolerance);

#endif
