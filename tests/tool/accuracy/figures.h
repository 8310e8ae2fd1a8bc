/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What accuracy's parts share.
 */
#ifndef TESTS_FIGURES_H
#define TESTS_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runs.h"

#define SEEDS_MOST 400

/* The q-quantile; sorts.  NaN of none. */
double quantile(double *values, size_t n, double q);

/* The parts: each prints its table; false: some figure is not what it must be. */
bool mixtures(const struct sim_place *place, size_t seeds, uint64_t first);
bool compounds(const struct sim_place *place, size_t seeds, uint64_t first);
bool exponents(const struct sim_place *place, size_t seeds, uint64_t first);
bool families(const struct sim_place *place, size_t seeds, uint64_t first);

/* Sizes of recorded loops (replay.h), each sampled from the first seed on; false:
 * some estimate is not above what was seen or not in its own interval. */
bool replays(const struct sim_place *place, size_t seeds, uint64_t first, char **files, size_t n);

#endif
