/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: what it says in words and formulas.
 */
#ifndef OFFLINE_FIT_TEXT_H
#define OFFLINE_FIT_TEXT_H

#include "fit/fit_regimes.h"

/* Fill out->formula. */
void fit_text_curve(const struct fit_curve *curve, const struct fit_space *s, struct fit *out);
void fit_text_regimes(const struct fit_regimes *r, struct fit *out);

#endif
