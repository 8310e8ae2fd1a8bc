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

#include "base/moments.h"
#include "size/streak_collect.h"

#define GROUPS 20               /* of the jackknife */
#define ABOUT 8                 /* gaps on either side */

/* Cells whose only episode is at that place. */
static double alone(const struct streak_collect *c, size_t place)
{
    return (double)(place % 2 ? c->only_b : c->only_a)[place / 2];
}

/* Instances between the pairs about gap `next`, on average: what is seen alone beside a long gap is so for its length, and would count
 * for too much by it. */
static double gap_about(const struct streak_input *in, size_t next)
{
    size_t from = next > ABOUT ? next - ABOUT : 1, to = next + ABOUT < in->pairs ? next + ABOUT : in->pairs - 1;
    return (in->start[to] - in->start[from - 1]) / (double)(to - from + 1) - 2;
}

double streak_weight(const struct streak_input *in, size_t place, bool inner)
{
    size_t k = place / 2, next = place % 2 ? k + 1 : k;
    if (next > 0 && next < in->pairs)
        return (in->uneven && !in->waited ? gap_about(in, next) : in->start[next] - in->start[next - 1] - 2) / 2;
    if (inner)
        return 0;
    return next ? in->instances - in->start[k] - 2 : in->start[0];
}

/* Of x = cost and y = cells seen alone, of the places at inner gaps. */
static struct moments moments_of(const struct streak_collect *c, const struct streak_input *in, size_t first,
                                 size_t last)
{
    struct moments m = { 0 };
    for (size_t i = first + 1; i < last; i++) {
        double w = in->uneven ? streak_weight(in, i, true) : 1;
        if (w > 0)
            moments_add(&m, w, in->cost[i], alone(c, i));
    }
    return m;
}

/* The factor on hidden streaks that the cost of the untraced instances
 * suggests: regression of the cells seen alone on the cost of the instances
 * that read them (Sarndal et al. 1992), if these go together. */
static double calibration(const struct streak_collect *c, const struct streak_input *in, size_t from,
                          const struct streak_stratum *s)
{
    size_t first = 2 * from, last = 2 * (from + s->pairs) - 1;
    double untraced = s->instances - 2 * (double)s->pairs, sampled = 0;
    if (!in->cost || isnan(s->total_cost) || s->pairs < 5 || !(untraced > 0))
        return 1;
    for (size_t i = first; i <= last; i++)
        sampled += in->cost[i];
    struct moments m = moments_of(c, in, first, last);
    /* What rounding leaves of a constant is not variance. */
    if (!(m.xx > 1e-12 * m.w * m.x * m.x && m.yy > 1e-12 * m.w * m.y * m.y && m.y > 0) ||
        m.xy / sqrt(m.xx * m.yy) < 0.5 || s->total_cost < sampled)
        return 1;
    return fmax(0, 1 + m.xy / m.xx * ((s->total_cost - sampled) / untraced - m.x) / m.y);
}

/* Of the pairs [from, from + s->pairs), whose instances begin at `begin`. */
static double hidden_in(const struct streak_collect *c, const struct streak_input *in, size_t from,
                        const struct streak_stratum *s, double begin)
{
    size_t n = s->pairs, half = (n + 1) / 2, to = from + n;
    double head = in->start[from] - begin, tail = begin + s->instances - in->start[to - 1] - 2;
    double gap = 0, rate = 0, weights = 0, first = 0, last = 0;
    for (size_t k = from; k + 1 < to; k++) {
        double weight = in->uneven ? streak_weight(in, 2 * k + 1, true) : 1;
        gap += in->start[k + 1] - in->start[k] - 2;
        rate += weight * (double)(c->only_b[k] + c->only_a[k + 1]);
        weights += weight;
    }
    if (weights > 0)
        rate /= 2 * weights;
    for (size_t k = 0; k < half; k++) {
        first += (double)c->last_a[from + k];
        last += (double)c->first_b[to - half + k];
    }
    return (gap * rate + (tail * last + head * first) / (double)half) *
           calibration(c, in, from, s);
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

double streak_hidden_error(const struct streak_collect *c, const struct streak_input *in)
{
    size_t n = c->pairs, groups = n < GROUPS ? n : GROUPS;
    double in_group[GROUPS] = { 0 }, weight[GROUPS] = { 0 }, left[GROUPS], sum = 0, weights = 0, mean = 0, square = 0;
    if (n < 2)
        return 1;
    for (size_t i = 0; i < 2 * n; i++) {
        double w = in->uneven ? streak_weight(in, i, true) : 0.5, u = i > 0 && i + 1 < 2 * n ? w * alone(c, i) : 0;
        weight[i / 2 % groups] += w;
        weights += w;
        in_group[i / 2 % groups] += u;
        sum += u;
    }
    if (!(sum > 0))
        return 0;
    for (size_t g = 0; g < groups; g++) {
        left[g] = weights > weight[g] ? (sum - in_group[g]) / (weights - weight[g]) : 0;
        mean += left[g] / (double)groups;
    }
    for (size_t g = 0; g < groups; g++)
        square += (left[g] - mean) * (left[g] - mean);
    double m = (double)groups, pairs = (double)n;
    return sqrt((m - 1) / m * square) / (sum / weights) * (1 + 3 / sqrt(pairs));
}
