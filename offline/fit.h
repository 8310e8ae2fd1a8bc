/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fits cost against size.
 */
#ifndef OFFLINE_FIT_H
#define OFFLINE_FIT_H

#include <stddef.h>

enum fit_class {
    FIT_NONE,
    FIT_1,
    FIT_LOG,
    FIT_SQRT,
    FIT_N,
    FIT_NLOGN,
    FIT_N15,
    FIT_N2,
    FIT_N2LOGN,
    FIT_N3,
    FIT_EXP,
    FIT_POWER,
};

struct fit_point {
    double size, cost;
    double size_rel_error;      /* sd of ln size, 0 exact */
    double weight;
};

struct fit {
    enum fit_class cls;
    double exponent, exponent_low, exponent_high;   /* NaN: null */
    double base, base_low, base_high;
    double r2, sigma, setup;
    int distinct_sizes;
    size_t rows;
    unsigned set;               /* bit per class in the ambiguity set */
    unsigned warnings;          /* enum fit_warning bits */
    char formula[96];
    double next_size;           /* size that would decide, or 0 */
};

int fit_run(const struct fit_point *points, size_t n, struct fit *out);
const char *fit_class_name(enum fit_class cls);
const char *fit_warning_code(unsigned bit_index);

#endif
