/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, of pairs that are not spread evenly: passes over data in one order.
 *
 * Cells that several pairs met tell how often cells come back (step 3).  Where two indexes go over an array, one behind the other, or each
 * instance reads what its neighbours read, too, a cell comes back soon or not at all.  Pairs that lie close, as early ones do,
 * then meet the same cells, and pairs far from each other never do: these tell of their distance, and not of how many cells there are.  So
 * they count as rows that went on between the pairs.  The ranges tell the size.
 */
#include <math.h>

#include "base/moments.h"
#include "size/streak_collect.h"

#define NEAR 0.25               /* of the mean distance of two pairs: cells that are met again come back soon */
#define IN_ORDER 0.8            /* r^2 of addresses and time */
#define ENOUGH_GAPS 5.          /* for the ranges to be known */

/* Instances between two pairs, on average. */
static double mean_distance(const struct streak_input *in)
{
    double sum = 0, n = (double)in->pairs;
    for (size_t k = 0; k < in->pairs; k++)
        sum += (2 * (double)k - n + 1) * in->start[k];
    return 2 * sum / (n * n);
}

/* Instances between the first and the last pair that met a cell which several did, on average; NaN: there is none. */
static double mean_return(const struct streak_collect *c, const struct streak_input *in)
{
    double apart = 0, cells = 0;
    for (size_t i = 0; i < c->n_moving; i++) {
        const struct streak_moving *m = &c->moving[i];
        apart += (double)m->cells * (in->start[m->last] - in->start[m->first]);
        cells += (double)m->cells;
    }
    return apart / cells;
}

/* Do cells with higher addresses come later, or all earlier? */
static bool is_in_order(const struct streak_collect *c, const struct streak_input *in)
{
    struct moments m = { 0 };
    for (size_t i = 0; i < c->n_segments; i++) {
        const struct streak_segment *s = &c->segment[i];
        moments_add(&m, (double)s->cells * s->repeats, (double)(s->first - c->segment[0].first), in->start[s->place / 2]);
    }
    return m.xx > 0 && m.yy > 0 && m.xy * m.xy > IN_ORDER * m.xx * m.yy;
}

void streak_pass(const struct streak_collect *c, const struct streak_input *in, struct streak_stats *out)
{
    if (!in->uneven || out->gaps < ENOUGH_GAPS || out->nested || out->filled)
        return;
    if (!(mean_return(c, in) < NEAR * mean_distance(in)) || !is_in_order(c, in))
        return;
    for (int j = 2; j <= STREAK_EPISODES; j++)
        out->f[j] = 0;
    out->f_more = out->again = out->again_half = out->block = out->parted = 0;
}
