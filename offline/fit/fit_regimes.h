/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: a power law whose exponent changes at some size.
 */
#ifndef OFFLINE_FIT_REGIMES_H
#define OFFLINE_FIT_REGIMES_H

#include "fit/fit_curve.h"

struct fit_regimes {
    double at;                  /* size of the break */
    double ln_cost_at;          /* ln of the cost there */
    double below, above;        /* exponents */
    double sigma;
    double bic;                 /* infinite: too few rows for a break */
};

/* Tries a break at each inner size (at 32 of them when there are more). */
void fit_regimes_find(struct fit_space *s, struct fit_regimes *best);

#endif
