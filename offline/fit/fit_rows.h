/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: observations become one row per size.
 */
#ifndef OFFLINE_FIT_ROWS_H
#define OFFLINE_FIT_ROWS_H

#include "fit/fit.h"

/* More rows than this are merged with their neighbours: the answer does not
 * change any more, the time would. */
#define FIT_ROWS_MAX 512

struct fit_row {
    double size, ln_size, ln_cost;
    double precision;           /* 1 of an exact size, less of others */
};

struct fit_rows {
    struct fit_row *row;        /* rising size; free () it */
    size_t n;
    int distinct;               /* sizes that differ, measured ones by more than 5 % */
    double error2;              /* mean square of the points' errors of ln size, by precision */
    unsigned warnings;          /* FIT_ZERO_COST, FIT_BAD_POINTS */
};

/* The typical (median) cost at each size.  0, or -1: no memory. */
int fit_rows_make(const struct fit_point *points, size_t n, enum fit_sizes sizes, struct fit_rows *rows);

/* The same less a constant part of the sizes from that row on, which leaves their order.  0, or -1: no memory. */
int fit_rows_beyond(const struct fit_rows *rows, size_t from, double besides, struct fit_rows *out);

#endif
