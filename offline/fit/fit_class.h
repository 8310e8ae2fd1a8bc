/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The classes of cost functions (algoprof/cost_classes.def) by name, number and
 * shape.
 */
#ifndef OFFLINE_FIT_CLASS_H
#define OFFLINE_FIT_CLASS_H

#include "fit/fit.h"

/* The class f (n) = n^power * log2 (max (n, 2))^logs, and f in a formula; of FIT_EXP,
 * FIT_POWER and FIT_NONE all 0 and NULL. */
struct fit_shape {
    double power, logs;
    const char *term;
};
extern const struct fit_shape fit_shapes[FIT_POWER + 1];

/* The name of the class that a limit in the source names by its number
 * (ALGOPROF_LIMIT of a site's flags); NULL: none. */
const char *fit_limit_name(unsigned number);

#endif
