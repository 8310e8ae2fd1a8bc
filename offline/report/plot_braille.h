/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plot of text: cost against size, both logarithmic.
 */
#ifndef OFFLINE_PLOT_BRAILLE_H
#define OFFLINE_PLOT_BRAILLE_H

#include <stdio.h>

#include "target/dataset.h"

/* Runs as o, the best cost function as a line of braille dots (U+2800 on).
 * Prints what is missing if there is nothing to plot. */
void plot_braille(FILE *out, const struct target *t, const char *indent);

/* What is plotted of a target. */
struct plot {
    const struct target *target;
    const struct fit *fit;      /* of runs: against the n that the program told where that is the better determined */
    bool told;                  /* it is against that n */
};

/* Looks at all runs: once a target, not once a run. */
struct plot plot_of(const struct target *t);

/* What a run is fitted against: the n that the program told; or the memory read of a recursion that is balanced; or
 * the size, or what all runs together say of it.  NaN: unknown. */
double plot_size(const struct plot *plot, const struct target_point *p);

/* What is fitted against that. */
double plot_cost(const struct plot *plot, const struct target_point *p);

#endif
