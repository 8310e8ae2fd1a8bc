/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK where what is read grows: each instance reads nearly all that those before it read, and more, as a list that is
 * searched before something is added to it.  Hardly a cell is left but where all moves to a larger place, so that deaths of
 * streaks tell nothing, and births only how it grew until the last pair.  Likewise where all pairs read the same, and the
 * instances behind them cost more: something grows there, or something else is read.
 *
 * What the instances behind that cost is known, and if an instance's size goes with its cost, so is their mean size m.  The
 * size of the run is m at least.  By the growth until then it is as large as it makes m if it goes on as it went,
 * and stops somewhere; or, where that makes too little, if it goes on faster.  What it has left at other places goes
 * on in proportion.  Without growth until then, it is m if all of the rest are alike, and as much more again if it grows
 * evenly to the run's end: the middle of both is taken. */
#include <math.h>

#include "size/streak_collect.h"

#define LEAST_PAIRS 2
#define COVERS 0.4              /* of all cells seen, in the last instance: what moves to a larger place is seen at both */
#define LEAST_VISITS 2.         /* of a cell, on average */
#define FALLING 0.1             /* of the steps from one instance to the next, at most */
#define KEPT 0.9                /* of what an instance read, in the next pair if that reads any of it; and of all cells in the last */
#define GROWN 2.                /* times as large as the first is the last */
#define ALIKE 1.25              /* sizes by costs, of those that are not small: within that factor */
#define SMALLER 0.8             /* than the last one, the rest's mean: then it is not growth that goes on */
#define MORE 1.6                /* times as far, at most: growth with the square of time goes 1.5 times as far as even growth */
#define LATER 3.                /* likewise of what no pair has seen grow: a quarter of the instances behind them may make all of the mean */

static double time_of(const struct streak_input *in, size_t place)
{
    return in->start[place / 2] + (double)(place % 2);
}

static bool has_grown(const struct streak_collect *c)
{
    return (double)c->size[2 * c->pairs - 1] >= GROWN * (double)c->size[0];
}

static bool is_rising(const struct streak_collect *c)
{
    size_t n = 2 * c->pairs, falls = 0;
    for (size_t i = 1; i < n; i++)
        falls += c->size[i] < c->size[i - 1];
    return (double)falls <= FALLING * (double)n;
}

bool streak_slides(const struct streak_collect *c)
{
    double kept = 0, steps = 0;
    for (size_t k = 0; k + 1 < c->pairs; k++)
        if (c->kept[k] > 0) {
            kept += (double)c->kept[k] / (double)c->size[2 * k + 1];
            steps++;
        }
    double last = (double)c->size[2 * c->pairs - 1];
    return kept < KEPT * steps && last < KEPT * (double)c->seen && is_rising(c) && has_grown(c);
}

/* Do nearly all instances read what the one before did, or more, and do sizes go with costs? */
static bool goes_by_cost(const struct streak_collect *c, const struct streak_input *in)
{
    size_t n = 2 * c->pairs;
    double last = (double)c->size[n - 1], sum = 0;
    if (!(last >= COVERS * (double)c->seen) || !(in->cost[n - 1] > 0))
        return false;
    for (size_t i = 0; i < n; i++) {
        double size = (double)c->size[i], by_cost = last * in->cost[i] / in->cost[n - 1];
        sum += size;
        if (size >= last / 2 && !(size <= ALIKE * by_cost && by_cost <= ALIKE * size))
            return false;
    }
    return is_rising(c) && sum >= LEAST_VISITS * (double)c->seen;
}

/* Cells for each instance, since a quarter of the last size. */
static double slope_of(const struct streak_collect *c, const struct streak_input *in)
{
    size_t last = 2 * c->pairs - 1, from = 0;
    while (from + 2 < last && 4 * c->size[from] < c->size[last])
        from++;
    return ((double)c->size[last] - (double)c->size[from]) / (time_of(in, last) - time_of(in, from));
}

/* The size that `rest` instances of that mean size end at: growth by `slope` up to it makes m = size - (size - last)^2 /
 * (2 slope rest). */
static double end_of(double last, double slope, double rest, double m)
{
    double most = slope * rest;
    if (m >= last + most / 2)
        return 2 * m - last;
    return last + most - sqrt(most * (most - 2 * (m - last)));
}

void streak_growth(const struct streak_collect *c, const struct streak_input *in, struct streak_stats *out)
{
    if (out->nested || c->pairs < LEAST_PAIRS || in->n_strata > 1 || !in->cost || !(in->cost_so_far > 0) || streak_slides(c)
        || !goes_by_cost(c, in))
        return;
    size_t place = 2 * c->pairs - 1;
    double last = (double)c->size[place], rest = in->instances - time_of(in, place) - 1;
    double m = rest > 0 ? (in->total_cost - in->cost_so_far) / rest * last / in->cost[place] : last;
    bool grown = has_grown(c);
    if (!(m >= (grown ? SMALLER : ALIKE) * last))
        return;
    double seen = (double)c->seen, places = seen / last;
    double size = grown ? end_of(last, slope_of(c, in), fmax(rest, 0), fmax(m, last)) : m + (m - last) / 2;
    double low = fmax(m / ALIKE, last), high = places * (last + (grown ? MORE : LATER) * (size - last));
    if (out->filled && seen + out->beyond >= m && seen + out->beyond <= high)
        return;                 /* where its ranges end tells it better */
    out->filled = true;
    out->beyond_low = fmax(0, low - seen);
    out->beyond = fmax(0, places * size - seen);
    out->beyond_high = fmax(0, high - seen);
}
