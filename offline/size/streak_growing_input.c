/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK where what is read grows: instances read what those before them read, and more, as a list that is
 * searched before something is added to it.  Some may stop early, as they find what they look for.  Hardly a cell is left but where all moves to a larger place, so that deaths of
 * streaks tell nothing, and births only how it grew until the last pair.  Likewise where all pairs read the same, and the
 * instances behind them cost more: something grows there, or something else is read.
 *
 * What the instances behind that cost is known, and if an instance's size goes with its cost, so is their mean size m; by the
 * sizes of each pair it is told which part of what there is an instance reads on average, and m is divided by that.  The
 * size of the run is m at least.  By the growth until then it is as large as it makes m if it goes on as it went,
 * and stops somewhere; or, where that makes too little, if it goes on faster.  What it has left at other places goes
 * on in proportion.  Without growth until then, it is m if all of the rest are alike, and as much more again if it grows
 * evenly to the run's end: the middle of both is taken. */
#include <math.h>

#include "size/streak_collect.h"

#define LEAST_PAIRS 2
#define COVERS 0.4              /* of all cells seen, in the largest instance: what moves to a larger place is seen at both */
#define LEAST_ITERATIONS 10.    /* of the larger of a pair: of less the growth by the other is a part */
#define LEAST_VISITS 1.25       /* of a cell, on average */
#define FALLING 0.1             /* of the steps from one instance to the next, at most, where sizes rise */
#define KEPT 0.9                /* of what an instance read, in the next pair if that reads any of it; and of all cells in the last */
#define MOST_APART 0.1          /* of the smaller of a pair, not in the other one, or in any; */
#define FEW 0.2                 /* of the pairs are so at most */
#define LATE 1.                /* power of a pair's time, that it weighs by for the interval */
#define LEAST_RATIOS 3          /* pairs, that tell how many instances stop early */
#define LEAST_RATIO 0.4         /* of a pair's sizes, on average: 0.5 if all instances stop anywhere */
#define GROWN 2.                /* times as large as the first is the largest, or the last */
#define BY_COST 1.6             /* sizes by costs, of those that are not small: within that factor, as some read more of each element */
#define SOON 0.4                /* of the largest one, the rest's mean at least: then they are like those before, and stop early */
#define SOON_PAIRS 16           /* pairs at least: with fewer it may be chance that they are one walk */
#define LITTLE 0.25             /* of the largest one, what growth would add: with less the rest may be too few to have a mean */
#define ALIKE 1.25              /* what is told of a mean by costs: within that factor */
#define SMALLER 0.8             /* than the largest one, the rest's mean: then it is not growth that goes on */
#define MORE 1.6                /* times as far, at most: growth with the square of time goes 1.5 times as far as even growth */
#define LATER 3.                /* likewise of what no pair has seen grow: a quarter of the instances behind them may make all of the mean */

static double time_of(const struct streak_input *in, size_t place)
{
    return in->start[place / 2] + (double)(place % 2);
}

static bool has_grown(const struct streak_collect *c, size_t place)
{
    return (double)c->size[place] >= GROWN * (double)c->size[0];
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
    return kept < KEPT * steps && last < KEPT * (double)c->seen && is_rising(c) && has_grown(c, 2 * c->pairs - 1);
}

size_t streak_peak(const struct streak_collect *c)
{
    size_t peak = 0;
    for (size_t i = 1; i < 2 * c->pairs; i++)
        peak = c->size[i] >= c->size[peak] ? i : peak;
    return peak;
}

/* Does one instance read most of what all do, do several read a cell, and do sizes go with costs? */
static bool goes_by_cost(const struct streak_collect *c, const struct streak_input *in, size_t peak)
{
    double top = (double)c->size[peak], sum = 0;
    if (!(top >= COVERS * (double)c->seen) || !(in->cost[peak] > 0))
        return false;
    for (size_t i = 0; i < 2 * c->pairs; i++) {
        double size = (double)c->size[i], by_cost = top * in->cost[i] / in->cost[peak];
        sum += size;
        if (size >= top / 2 && !(size <= BY_COST * by_cost && by_cost <= BY_COST * size))
            return false;
    }
    return sum >= LEAST_VISITS * (double)c->seen;
}

/* Does of the two of a pair one read what the other does, and more? */
static bool is_one_walk(const struct streak_collect *c)
{
    size_t pairs = 0, apart = 0;
    for (size_t k = 0; k < c->pairs; k++) {
        uint64_t a = c->size[2 * k], b = c->size[2 * k + 1], alone = c->only_a[k] < c->only_b[k] ? c->only_a[k] : c->only_b[k];
        pairs += a > 0 && b > 0;
        apart += alone > 0 && (double)alone > MOST_APART * (double)(a < b ? a : b);
    }
    return (double)apart <= FEW * (double)pairs;
}

/* An instance's part of what one reads that does not stop early, on average. */
struct part {
    double low, mid, high;
    double least;               /* if one more pair had the least ratio; */
    double least_late;          /* and if late pairs weigh more */
};

/* If q of the instances go to the end and the others stop anywhere, evenly, then the part is (1 + q) / 2, and of the two of
 * a pair, before which as much was there, the smaller is (1 + q^2) / 2 of the larger. */
static double part_by_ratio(double ratio)
{
    return (1 + sqrt(fmax(0, 2 * ratio - 1))) / 2;
}

/* rest: so many instances may differ from the mean by chance, too. */
static struct part part_with(double mean, double deviation, double n, double rest)
{
    double error = 2 * deviation / sqrt(n), chance = 1 + 2 * deviation / sqrt(fmax(rest, 1));
    return (struct part){ .low = part_by_ratio(mean - error) / chance, .mid = part_by_ratio(mean),
                          .high = part_by_ratio(fmin(1, mean + error)) * chance };
}

/* Ratios of pairs' sizes, weighted. */
struct ratios {
    double n, weights, weight_squares, sum, squares;
};

static void add_ratio(struct ratios *r, double ratio, double weight)
{
    r->n++;
    r->weights += weight;
    r->weight_squares += weight * weight;
    r->sum += weight * ratio;
    r->squares += weight * ratio * ratio;
}

static struct part part_of(const struct ratios *r, double rest)
{
    double mean = r->sum / r->weights, variance = fmax(0, r->squares / r->weights - mean * mean);
    double n = r->weights * r->weights / r->weight_squares, one_more = (1 - LEAST_RATIO) * (1 - LEAST_RATIO) / (n + 1);
    struct part part = part_with(mean, sqrt(variance), n, rest);
    part.least = part_with(mean, sqrt(variance + one_more), n, rest).low;
    return part;
}

/* False: it cannot be told, or instances do not stop anywhere, but soon.  More and more of them may stop early: the interval has what late pairs tell, too. */
static bool find_part(const struct streak_collect *c, const struct streak_input *in, double rest, struct part *part)
{
    struct ratios all = { 0 }, late = { 0 };
    double last = time_of(in, 2 * c->pairs - 1);
    for (size_t k = 0; k < c->pairs; k++) {
        double a = (double)c->size[2 * k], b = (double)c->size[2 * k + 1], ratio = fmin(a, b) / fmax(a, b);
        if (!(fmax(in->cost[2 * k], in->cost[2 * k + 1]) >= LEAST_ITERATIONS) || !(fmin(a, b) > 0))
            continue;
        ratio = ratio >= KEPT ? 1 : ratio;
        add_ratio(&all, ratio, 1);
        add_ratio(&late, ratio, pow((time_of(in, 2 * k) + 1) / last, LATE));
    }
    *part = (struct part){ 1, 1, 1, 1, 1 };
    if (all.n < LEAST_RATIOS)
        return is_rising(c);
    *part = part_of(&all, rest);
    bool falls = late.sum / late.weights < all.sum / all.n;
    part->least_late = falls ? fmin(part->least, part_of(&late, rest).least) : part->least;
    return all.sum / all.n >= LEAST_RATIO;
}

/* Cells for each instance, since a quarter of the largest size. */
static double slope_of(const struct streak_collect *c, const struct streak_input *in, size_t peak)
{
    size_t from = 0;
    while (from + 2 < peak && 4 * c->size[from] < c->size[peak])
        from++;
    return ((double)c->size[peak] - (double)c->size[from]) / (time_of(in, peak) - time_of(in, from));
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

/* What is behind the last pair: `rest` instances of that mean size; until the largest one, `since` instances before that pair, what they
 * read grew by `slope`, to `top`. */
struct growth {
    bool grown;
    double top, slope, since, rest, mean;
};

/* What there was to read at the last pair, if in the rest it is m on average. */
static double last_of(const struct growth *g, double m)
{
    return g->grown ? fmax(g->top, fmin(g->top + g->slope * g->since, m)) : g->top;
}

/* The size of what each reads a part of, if that is so much of it on average. */
static double size_by(const struct growth *g, double part)
{
    double m = fmax(g->mean / part, g->top), last = last_of(g, m);
    return g->grown ? end_of(last, g->slope, g->rest, m) : m + (m - last) / 2;
}

/* Of parts that are possible that one is taken with which it goes on as it went. */
static double likely_part(const struct growth *g, const struct part *part)
{
    double even = g->mean / (g->top + g->slope * (g->since + g->rest / 2));
    return g->grown ? fmin(fmax(even, part->low), part->high) : part->mid;
}

static struct growth growth_of(const struct streak_collect *c, const struct streak_input *in, size_t peak)
{
    struct growth g = { has_grown(c, peak), .top = (double)c->size[peak] };
    double last = time_of(in, 2 * c->pairs - 1);
    if (g.grown)
        g.slope = slope_of(c, in, peak);
    g.since = last - time_of(in, peak);
    g.rest = fmax(0, in->instances - last - 1);
    g.mean = g.rest > 0 ? (in->total_cost - in->cost_so_far) / g.rest * g.top / in->cost[peak] : g.top;
    return g;
}

/* The rest is smaller than the largest one: more of them stop early than the pairs tell, or they are few.  It may have grown on, or not. */
static bool grows_unseen(const struct growth *g, double places, double seen, struct streak_stats *out)
{
    double more = g->slope * g->rest;
    if (!g->grown || out->filled || out->pairs < SOON_PAIRS || !(g->mean >= SOON * g->top || more <= LITTLE * g->top))
        return false;
    out->filled = true;
    out->beyond_low = 0;
    out->beyond = fmax(0, places * (g->top + more / 2) - seen);
    out->beyond_high = fmax((ALIKE - 1) * seen, places * (g->top + MORE * more) - seen);
    return true;
}

bool streak_growth(const struct streak_collect *c, const struct streak_input *in, struct streak_stats *out)
{
    if (out->nested || c->pairs < LEAST_PAIRS || in->n_strata > 1 || !in->cost || !(in->cost_so_far > 0) || streak_slides(c))
        return false;
    size_t peak = streak_peak(c);
    if (!goes_by_cost(c, in, peak) || !is_one_walk(c))
        return false;
    struct growth g = growth_of(c, in, peak);
    struct part part;
    if (!find_part(c, in, g.rest, &part))
        return false;
    double seen = (double)c->seen, m = g.mean / part.mid, places = fmax(1, seen / last_of(&g, m));
    if (!(m >= (g.grown ? SMALLER : ALIKE) * g.top))
        return grows_unseen(&g, places, seen, out);
    double low = fmax(g.mean / part.high / ALIKE, g.top), further = places * (g.grown ? MORE : LATER);
    if (out->filled && seen + out->beyond >= m && seen + out->beyond <= places * g.top + further * (size_by(&g, part.least) - g.top))
        return true;                /* where its ranges end tells it better */
    out->filled = true;
    out->beyond_low = fmax(0, low - seen);
    out->beyond = fmax(0, places * size_by(&g, likely_part(&g, &part)) - seen);
    out->beyond_high = fmax(0, places * g.top + further * (size_by(&g, part.least_late) - g.top) - seen);
    return true;
}
