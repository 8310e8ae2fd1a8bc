/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: how many sizes it needs, and how far they have to span.
 */
#ifndef OFFLINE_FIT_ENOUGH_SIZES_H
#define OFFLINE_FIT_ENOUGH_SIZES_H

#include <stdbool.h>

#include "fit/fit_rows.h"

#define FIT_LEAST_SIZES 5

/* Whether the rows can carry a fit at all; sets the warnings few-sizes, close-sizes and weak, and what out says of
 * the rows. */
bool fit_enough_sizes(const struct fit_rows *rows, enum fit_sizes sizes, struct fit *out);

#endif
