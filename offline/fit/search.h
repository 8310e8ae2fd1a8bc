/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GSL's minimiser and root finder behind one call each.  Safe to call from several threads, after
 * stats_init (stats.h).
 */
#ifndef OFFLINE_SEARCH_H
#define OFFLINE_SEARCH_H

#include <stddef.h>

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
