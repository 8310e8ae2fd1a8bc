/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: a fitted curve as a formula that stands alone.
 */
#ifndef OFFLINE_FIT_LAW_H
#define OFFLINE_FIT_LAW_H

#include "fit/fit.h"
#include "fit/fit_curve.h"

struct fit_law fit_law_of(const struct fit_curve *curve, const struct fit_space *s);

#endif
