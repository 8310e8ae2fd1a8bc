/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: one cost function,
 *
 *     cost = c * (f (n) / f (n_min) + setup) * exp (scatter),
 *
 * where the scatter is Student t with 3 degrees of freedom, and setup >= 0.
 */
#ifndef OFFLINE_FIT_CURVE_H
#define OFFLINE_FIT_CURVE_H

#include <stdbool.h>

#include "fit/fit_rows.h"
#include "fit/student_t.h"

/* Setup costs are sought up to this multiple of the cost at n_min. */
#define FIT_SETUP_MAX 3000.0

/* A larger setup cost than this hides most of the growth, so that many classes fit: it costs
 * FIT_SETUP_PRICE + 2 ln (setup / FIT_SETUP_FREE) of BIC. */
#define FIT_SETUP_FREE 10.0
#define FIT_SETUP_PRICE 6.0

/* Exponents are sought in this range. */
#define FIT_POWER_MIN -4.0
#define FIT_POWER_MAX 12.0

struct fit_curve {
    enum fit_class cls;
    double shape;       /* FIT_POWER: exponent; FIT_EXP: ln of f's growth over
                           the whole range of sizes; with a logarithm: its unit u,
                           the bytes of an element, of log (n / u) */
    double setup;
    struct t3 t;        /* location: ln c; scale: sigma; the likelihood less half of
                           the setup cost's price */
    double bic;
};

/* Where curves are fitted: the rows and space to do it in. */
struct fit_space {
    const struct fit_row *row;
    size_t n;
    double besides;     /* what sizes from `from` on (0: all) were larger by, before that was taken away; 0: nothing */
    double from;
    double span;        /* ln of the largest over the smallest cost */
    double *rise;       /* ln (f (n_i) / f (n_min)) */
    double *ratio;      /* f (n_i) / f (n_min) where that is a number to add to, else 0 */
    double *residual;   /* of ln cost, still with ln c */
    double *precision;  /* of the rows, their product 1 */
};

int fit_space_make(struct fit_space *s, const struct fit_rows *rows);   /* 0 or -1 */
void fit_space_free(struct fit_space *s);

/* Best fit of a class by BIC, with or without setup cost; *likeliest (NULL: not
 * wanted) is the best by likelihood alone. */
void fit_curve_class(struct fit_space *s, enum fit_class cls, struct fit_curve *best,
                     struct fit_curve *likeliest);

/* Best fit by likelihood of one shape, setup free.  Shapes below 0 have no
 * setup cost (a falling cost is none). */
void fit_curve_shape(struct fit_space *s, enum fit_class cls, double shape, struct fit_curve *best);

/* ln (f (n) / f (n_min) + setup), for any n > 0. */
double fit_curve_rise(const struct fit_curve *curve, const struct fit_space *s, double n);

/* Predicted cost at n_max over that at n_min, as a logarithm. */
double fit_curve_growth(const struct fit_curve *curve, const struct fit_space *s);

/* 95 % profile interval of a fitted shape, given the likeliest fit; an end
 * beyond the shapes that are searched is NaN. */
void fit_curve_interval(struct fit_space *s, const struct fit_curve *likeliest, double *low,
                        double *high);

/* How much twice the log-likelihood must differ for one parameter more to be
 * real, at the 5 % level; corrected for few rows.  rows > 3. */
double fit_curve_deviance(size_t rows);

double fit_bic(double log_likelihood, int parameters, size_t n);

#endif
