/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 2: streaks that fell wholly between the samples.
 *
 * Gaps between pairs are memoryless.  So the chance that a streak born at an
 * untraced instance is over before the next sample is that of a streak born at
 * a sampled one, and births seen inside pairs (by time reversal: deaths) tell
 * how many there are.
 */
#include <math.h>

#include "size/streak_collect.h"

#define GROUPS 20               /* of the jackknife */

/* Cells whose only episode is at that place. */
static double alone(const struct streak_collect *c, size_t place)
{
    return (double)(place % 2 ? c->only_b : c->only_a)[place / 2];
}

/* The factor on hidden streaks that the cost of the untraced instances
 * suggests: regression of the cells seen alone on the cost of the instances
 * that read them (Sarndal et al. 1992), if these go together. */
static double calibration(const struct streak_collect *c, const double *cost, size_t from,
                          const struct streak_stratum *s)
{
    size_t first = 2 * from, last = 2 * (from + s->pairs) - 1;
    double m = 2 * (double)(s->pairs - 1), untraced = s->instances - 2 * (double)s->pairs;
    double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0, sampled = 0;
    if (!cost || isnan(s->total_cost) || s->pairs < 5 || !(untraced > 0))
        return 1;
    for (size_t i = first; i <= last; i++)
        sampled += cost[i];
    for (size_t i = first + 1; i < last; i++) {
        mean_x += cost[i];
        mean_y += alone(c, i);
    }
    mean_x /= m;
    mean_y /= m;
    for (size_t i = first + 1; i < last; i++) {
        double x = cost[i] - mean_x, y = alone(c, i) - mean_y;
        xx += x * x / m;
        yy += y * y / m;
        xy += x * y / m;
    }
    /* What rounding leaves of a constant is not variance. */
    if (!(xx > 1e-12 * mean_x * mean_x && yy > 1e-12 * mean_y * mean_y && mean_y > 0) ||
        xy / sqrt(xx * yy) < 0.5 || s->total_cost < sampled)
        return 1;
    return fmax(0, 1 + xy / xx * ((s->total_cost - sampled) / untraced - mean_x) / mean_y);
}

/* Of the pairs [from, from + s->pairs), whose instances begin at `begin`. */
static double hidden_in(const struct streak_collect *c, const struct streak_input *in, size_t from,
                        const struct streak_stratum *s, double begin)
{
    size_t n = s->pairs, half = (n + 1) / 2, to = from + n;
    double head = in->start[from] - begin, tail = begin + s->instances - in->start[to - 1] - 2;
    double gap = 0, rate = 0, first = 0, last = 0;
    for (size_t k = from; k + 1 < to; k++) {
        gap += in->start[k + 1] - in->start[k] - 2;
        rate += (double)(c->only_b[k] + c->only_a[k + 1]);
    }
    if (n > 1)
        rate /= 2 * (double)(n - 1);
    for (size_t k = 0; k < half; k++) {
        first += (double)c->last_a[from + k];
        last += (double)c->first_b[to - half + k];
    }
    return (gap * rate + (tail * last + head * first) / (double)half) *
           calibration(c, in->cost, from, s);
}

double streak_hidden(const struct streak_collect *c, const struct streak_input *in)
{
    double sum = 0, begin = 0, traced = 2 * (double)in->pairs;
    size_t from = 0;
    for (size_t i = 0; i < in->n_strata; i++) {
        const struct streak_stratum *s = &in->stratum[i];
        sum += hidden_in(c, in, from, s, begin);
        from += s->pairs;
        begin += s->instances;
    }
    /* Instances of no stratum are taken to be like the others. */
    return begin > traced ? sum * (in->instances - traced) / (begin - traced) : 0;
}

double streak_hidden_error(const struct streak_collect *c)
{
    size_t n = c->pairs, groups = n < GROUPS ? n : GROUPS;
    double in_group[GROUPS] = { 0 }, left[GROUPS], sum = 0, mean = 0, square = 0;
    if (n < 2)
        return 1;
    for (size_t k = 0; k < n; k++) {
        double u = (double)((k + 1 < n ? c->only_b[k] : 0) + (k > 0 ? c->only_a[k] : 0));
        in_group[k % groups] += u;
        sum += u;
    }
    if (!(sum > 0))
        return 0;
    for (size_t g = 0; g < groups; g++) {
        size_t members = n / groups + (g < n % groups);
        left[g] = (sum - in_group[g]) / (double)(n - members);
        mean += left[g] / (double)groups;
    }
    for (size_t g = 0; g < groups; g++)
        square += (left[g] - mean) * (left[g] - mean);
    double m = (double)groups, pairs = (double)n;
    return sqrt((m - 1) / m * square) / (sum / pairs) * (1 + 3 / sqrt(pairs));
}
