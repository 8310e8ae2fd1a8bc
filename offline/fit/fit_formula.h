/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: cost functions as formulas for people.
 */
#ifndef OFFLINE_FIT_FORMULA_H
#define OFFLINE_FIT_FORMULA_H

#include "fit/fit_regimes.h"

/* Fill out->formula. */
void fit_formula_of_curve(const struct fit_curve *curve, const struct fit_space *s, struct fit *out);
void fit_formula_of_regimes(const struct fit_regimes *r, struct fit *out);

#endif
