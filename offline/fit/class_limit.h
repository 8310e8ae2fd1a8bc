/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Limits of cost functions (limit(CLASS) of a mark, lines of a bounds file): a class, or a power of the size, that a fit must
 * not exceed.
 */
#ifndef OFFLINE_CLASS_LIMIT_H
#define OFFLINE_CLASS_LIMIT_H

#include <stdbool.h>

#include "fit/fit.h"

/* n^power * (log n)^logs, or any exponential. */
struct limit {
    double power, logs;
    bool exponential;
    char name[24];              /* "n log n", "n^1.2" */
};

enum limit_verdict {
    LIMIT_KEPT,         /* what is more than a factor of log n beyond it is excluded */
    LIMIT_UNCLEAR,      /* the data allow both, or tell no class */
    LIMIT_EXCEEDED,     /* all that the data allow lies beyond it */
};

/* A class as reports name it, or n^B with a number 0 <= B <= 100; blanks do not
 * matter.  False: it is neither. */
bool limit_parse(const char *text, struct limit *limit);

/* Power X: of the classes n^X is the largest within it. */
struct limit limit_of_power(double power);

/* The limit that a fit's classes need, the largest of them; exponents count with
 * the upper end of their interval.  False: the fit has no class. */
bool limit_of_fit(const struct fit *fit, struct limit *limit);

enum limit_verdict limit_judge(const struct limit *limit, const struct fit *fit);

/* Does the later fit exceed all that the earlier one allowed? */
bool limit_class_grew(const struct fit *before, const struct fit *after);

/* By what factor cost may grow from size low to size high, 1 <= low <= high;
 * infinite for an exponential limit. */
double limit_growth(const struct limit *limit, double low, double high);

#endif
