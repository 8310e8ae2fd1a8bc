/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK where what instances read grows (streak_growing_input.c), and cells besides are seldom read, as a member of records that is
 * compared if another one is equal.  Any iteration may read some: of what a pair's did, it alone read most.  There are as many as
 * iterations go over all that is there, times the length of a row of such cells, but no more than the ranges have room for; reads at
 * random leave e^-v of them, with v for each.
 */
#include <math.h>
#include <stdlib.h>

#include "size/streak_collect.h"

#define LEAST_PAIRS 5
#define MOST_FALL 3.            /* times as many have cheap pairs at most, for each of their iterations */
#define MORE 2.                 /* as many at most */

/* Cells that only this pair read. */
static double alone_in(const struct streak_collect *c, size_t k)
{
    return (double)(c->only_a[k] + c->only_b[k] + c->only_both[k]);
}

/* Cells that only a pair read, for each of its iterations. */
struct rate {
    double alone, cost;
};

static int compare_costs(const void *a, const void *b)
{
    const struct rate *x = a, *y = b;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

static int compare_rates(const void *a, const void *b)
{
    const struct rate *x = a, *y = b;
    return (x->alone > y->alone) - (x->alone < y->alone);
}

static double median_rate(struct rate *rate, size_t n)
{
    qsort(rate, n, sizeof *rate, compare_rates);
    return rate[n / 2].alone;
}

/* How many an iteration reads.  Told by the dearer half of the pairs before the largest instance (those behind it are alone at
 * the end, too).  0 if the others have far more: then each instance has some, however long it is.  -1: no memory. */
static double reads_by_cost(const struct streak_collect *c, const struct streak_input *in, size_t peak)
{
    size_t n = 0;
    struct rate *rate = malloc((peak / 2 + 1) * sizeof *rate);
    if (!rate)
        return -1;
    for (size_t k = 0; k < peak / 2; k++) {
        double cost = in->cost[2 * k] + in->cost[2 * k + 1];
        if (cost > 0)
            rate[n++] = (struct rate){ alone_in(c, k) / cost, cost };
    }
    qsort(rate, n, sizeof *rate, compare_costs);
    double cheap = n >= LEAST_PAIRS ? median_rate(rate, n / 2) : 0, dear = n >= LEAST_PAIRS ? median_rate(rate + n / 2, n - n / 2) : 0;
    free(rate);
    return dear * MOST_FALL >= cheap ? dear : 0;
}

/* Mean length of the rows that one pair read only. */
static double mean_row(const struct streak_collect *c)
{
    double cells = 0, rows = 0;
    for (size_t i = 0; i < c->n_segments; i++)
        if (c->segment[i].single) {
            cells += (double)c->segment[i].cells * c->segment[i].repeats;
            rows += c->segment[i].repeats;
        }
    return rows > 0 ? cells / rows : 0;
}

int streak_seldom(const struct streak_collect *c, const struct streak_input *in, struct streak_stats *out)
{
    size_t peak = streak_peak(c);
    double alone = 0, reads = out->filled ? reads_by_cost(c, in, peak) : 0;
    if (!(reads > 0))
        return reads < 0 ? -1 : 0;
    for (size_t k = 0; k < peak / 2; k++)
        alone += alone_in(c, k);
    double iterations = (out->seen - alone + out->beyond) * in->cost[peak] / (double)c->size[peak], most = iterations * mean_row(c);
    double hidden = most > 0 ? fmax(0, most * -expm1(-reads * in->total_cost / most) - alone) : 0;
    if (out->gaps > 0)
        hidden = fmin(hidden, out->slots);
    out->beyond += hidden;
    out->beyond_high += MORE * hidden;
    return 0;
}
