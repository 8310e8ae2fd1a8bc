/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to functions: the fits of their costs.
 */
#ifndef OFFLINE_FUNCTION_FIT_H
#define OFFLINE_FUNCTION_FIT_H

#include "inhouse/functions.h"

/* Fits the functions, which are summed up, as far as the budget of their logs goes.  0 or -1 (no memory). */
int functions_fit(struct functions *all);

#endif
