/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK where what instances read grows, or lies in ranges that are read all over (streak_common_ranges.c, streak_growing_input.c), and
 * each reads something new besides, as the next item of a list that is merged.  What is hidden of this tell births and
 * deaths, but for those few pairs that see more in one place alone because they went further than others: the median of the
 * places is taken, and no more than the ranges have room for.
 */
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "size/streak_collect.h"

#define LEAST_PAIRS 5
#define MORE 2.                 /* as many at most */

int streak_new_cells(const struct streak_collect *c, const struct streak_input *in, struct streak_stats *out)
{
    size_t n = 2 * c->pairs;
    if (!out->filled || c->pairs < LEAST_PAIRS)
        return 0;
    double *alone = malloc(n * sizeof *alone);
    if (!alone)
        return -1;
    for (size_t i = 0; i < n; i++)
        alone[i] = (double)(i % 2 ? c->only_b : c->only_a)[i / 2];
    gsl_sort(alone, 1, n);
    double hidden = alone[n / 2] * (in->instances - (double)n);
    free(alone);
    if (out->gaps > 0)
        hidden = fmin(hidden, out->slots);
    out->beyond += hidden;
    out->beyond_high += MORE * hidden;
    return 0;
}
