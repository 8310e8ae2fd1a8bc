/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statistics that GSL lacks: medians, a test of trend.  Safe to call from several threads.
 */
#ifndef OFFLINE_STATS_H
#define OFFLINE_STATS_H

#include <stddef.h>

/* GSL calls abort() on any error unless told otherwise; every user of GSL here
 * calls this first.  Cheap, and takes effect once. */
void stats_init(void);

struct weighted {
    double value, weight;       /* weight > 0 */
};

/* Median of a weighted sample; sorts it.  Where the halves balance exactly it
 * is the mean of the middle two.  n > 0. */
double stats_weighted_median(struct weighted *sample, size_t n);

/* One-sided p value of Kendall's tau < 0 between y and its index; exact up to
 * 40 values without ties, else the normal approximation with ties corrected.
 * 1 for n < 2.  Time grows with n^2.  NaN: no memory. */
double stats_kendall_falls(const double *y, size_t n);

#endif
