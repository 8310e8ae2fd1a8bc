/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the fit: sizes that have a constant part, as a table that is read besides the input; or from some size on, as
 * the memory that data moved from, which was read before.
 */
#ifndef OFFLINE_FIT_CONSTANT_PART_H
#define OFFLINE_FIT_CONSTANT_PART_H

#include <stdbool.h>

#include "fit/fit_curve.h"

struct fit_beyond {
    double besides;             /* the part */
    size_t from;                /* the first row that has it: then it is less than what the row's size is larger than the one
                                   before; 0: all, less than the smallest size */
    double low, high;           /* exponents of parts that explain the rows as well */
    double bic;
};

/* The part of which a power of the rest explains the rows best. */
void fit_beyond_find(struct fit_space *s, struct fit_beyond *best);

/* Bits of the classes n and n log n that are as good as a curve of that BIC, with some constant part. */
unsigned fit_beyond_tame(struct fit_space *s, double bic);

/* Is one of these two, of the larger sizes, as good as the curve, with a constant part that the smaller ones have not the
 * whole of?  So it is where instances look things up in a table: small ones read some of its entries, large ones all. */
bool fit_beyond_tame_above(struct fit_space *s, const struct fit_curve *curve);

#endif
