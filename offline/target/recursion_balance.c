/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/recursion_balance.h"

#include <math.h>
#include <stdlib.h>

#include "base/moments.h"
#include "target/verdict.h"

/* More calls than this for each byte read are no mere visit.  The most of a
 * visit that reads no bits: a flood fill in 8 directions of pixels of a byte. */
#define VISIT_CALLS 8.0

/* Calls that grow faster than this power of the RMS outgrow every class; no
 * recursion that reads what it works on does so and is of use. */
#define STEEP_POWER 3.5

/* Costs within this factor of each other are no growth. */
#define SPREAD 2.0

/* Outermost instances beyond this many different ones are thinned evenly. */
#define MAX_POINTS 2000

static bool is_known(const struct outermost *o)
{
    return !isnan(o->rms) && o->cost > 0;
}

struct extremes {
    double size_low, size_high, cost_low, cost_high;
    double rms_low, rms_high;   /* least at about the lowest cost, most at about the highest */
};

static struct extremes find_extremes(const struct outermost *list, size_t n)
{
    struct extremes e = { INFINITY, 0, INFINITY, 0, INFINITY, 0 };
    for (size_t i = 0; i < n; i++)
        if (is_known(&list[i])) {
            e.size_low = fmin(e.size_low, (double)list[i].size);
            e.size_high = fmax(e.size_high, (double)list[i].size);
            e.cost_low = fmin(e.cost_low, (double)list[i].cost);
            e.cost_high = fmax(e.cost_high, (double)list[i].cost);
        }
    for (size_t i = 0; i < n; i++) {
        if (!is_known(&list[i]))
            continue;
        if ((double)list[i].cost <= e.cost_low * SPREAD)
            e.rms_low = fmin(e.rms_low, list[i].rms);
        if ((double)list[i].cost * SPREAD >= e.cost_high)
            e.rms_high = fmax(e.rms_high, list[i].rms);
    }
    return e;
}

/* Whether there are small and large instances. */
static bool has_spread(const struct extremes *e)
{
    return e->cost_high > e->cost_low * SPREAD;
}

/* What all instances read besides, if calls and the rest of the bytes go
 * together: RMS at no calls, on the line between the extremes. */
static double read_besides(const struct extremes *e)
{
    if (!has_spread(e))
        return 0;
    double bytes = (e->rms_high - e->rms_low) / (e->cost_high - e->cost_low);
    return fmax(0, e->rms_low - bytes * e->cost_low);
}

/* Whether the calls come with bytes: all of them, or, where there are small and
 * large instances, those that the large ones have more.  (What each instance
 * reads besides, a table say, does not count then.) */
static bool come_with_bytes(const struct extremes *e)
{
    if (!has_spread(e))
        return e->cost_high <= VISIT_CALLS * e->rms_high;
    return e->cost_high - e->cost_low <= VISIT_CALLS * (e->rms_high - e->rms_low);
}

/* d ln RMS / d ln cost of the instances of at least `from` calls, by least
 * squares; of RMS against cost, so that an RMS that stays the same, or is
 * scatter, gives 0.  *range: of their costs, as a factor. */
static double rms_slope(const struct outermost *list, size_t n, double besides, double from,
                        double *range)
{
    struct moments line = { 0 };
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < n; i++) {
        double calls = (double)list[i].cost;
        if (!is_known(&list[i]) || calls < from)
            continue;
        moments_add(&line, 1, log(calls), log(fmax(list[i].rms - besides, 1)));
        low = fmin(low, calls);
        high = fmax(high, calls);
    }
    *range = high / low;
    return moments_slope(&line);
}

/* Whether ln cost grows more than STEEP_POWER times as fast as ln RMS: in the
 * upper half of ln cost, if there is growth in it.  Needs a spread. */
static bool grows_steeply(const struct outermost *list, size_t n, const struct extremes *e,
                          double besides)
{
    double range, half = sqrt(e->cost_low) * sqrt(e->cost_high);
    double slope = rms_slope(list, n, besides, half, &range);
    if (range <= SPREAD)
        slope = rms_slope(list, n, besides, e->cost_low, &range);
    return slope * STEEP_POWER < 1;
}

/* Calls that come with bytes visit them, unless the bytes run out: as in a table
 * of which the small instances read a part and the large ones all.  A constant
 * part of the RMS must not look like that. */
static void decide(const struct outermost *list, size_t n, const struct extremes *e,
                   struct balance *out)
{
    out->visits = come_with_bytes(e);
    out->outgrows = has_spread(e)
                        ? grows_steeply(list, n, e, out->visits ? read_besides(e) : 0)
                        : !out->visits;
    if (out->outgrows)
        out->visits = false;
}

static int compare_rms(const void *a, const void *b)
{
    const struct fit_point *x = a, *y = b;
    if (x->size < y->size || x->size > y->size)
        return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Of an instance that read nothing beyond `besides` the fit learns nothing. */
static int fit_rms(const struct outermost *list, size_t n, double besides, struct fit *fit)
{
    struct fit_point *point = calloc(n + 1, sizeof *point);
    size_t used = 0;
    if (!point)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (is_known(&list[i]) && list[i].rms > besides)
            point[used++] = (struct fit_point){ list[i].rms - besides, (double)list[i].cost, 0,
                                                (double)list[i].count };
    qsort(point, used, sizeof *point, compare_rms);
    if (used > MAX_POINTS) {
        for (size_t i = 0; i < MAX_POINTS; i++)
            point[i] = point[i * (used - 1) / (MAX_POINTS - 1)];
        used = MAX_POINTS;
    }
    int result = fit_run(point, used, fit);
    free(point);
    return result;
}

int balance_make(const struct outermost *list, size_t n, struct balance *out)
{
    struct extremes e = find_extremes(list, n);
    *out = (struct balance){ .known = e.cost_high > 0 };
    if (out->known) {
        decide(list, n, &e, out);
        out->bushy = e.cost_high / e.cost_low > SPREAD * e.size_high / e.size_low;
    }
    if (fit_rms(list, n, 0, &out->fit) != 0)
        return -1;
    double besides = out->visits ? read_besides(&e) : 0;
    out->beyond = out->fit;
    return besides > 0 ? fit_rms(list, n, besides, &out->beyond) : 0;
}

/* Harmless whatever the RMS is. */
static bool is_tame(const struct fit *fit)
{
    if (fit->cls == FIT_NONE)
        return false;
    return fit->cls <= FIT_NLOGN || (fit->cls == FIT_POWER && judge_alarm(fit) == 0);
}

static bool is_steep(const struct fit *fit)
{
    return fit->cls == FIT_EXP || (fit->cls == FIT_POWER && fit->exponent > STEEP_POWER);
}

static void withdraw(struct fit *fit, enum fit_warning why)
{
    unsigned warnings = fit->warnings & ~(1u << FIT_AMBIGUOUS | 1u << FIT_SCATTERED);
    *fit = (struct fit){ .cls = FIT_NONE, .exponent = NAN, .exponent_low = NAN,
                         .exponent_high = NAN, .base = NAN, .base_low = NAN, .base_high = NAN,
                         .r2 = NAN, .sigma = NAN, .setup = NAN, .rows = fit->rows,
                         .distinct_sizes = fit->distinct_sizes, .warnings = warnings | 1u << why };
}

static void take_over(const struct balance *b, struct fit *fit)
{
    *fit = b->fit;
    fit->warnings |= 1u << FIT_BALANCED;
}

/* Calls that are no mere visit, of a chain that tells too much or nothing. */
static void judge_more(const struct balance *b, struct fit *fit)
{
    bool usable = b->fit.cls != FIT_1 && b->fit.cls != FIT_EXP;
    if (b->outgrows || !usable)
        return;
    if (b->fit.cls != FIT_NONE && (fit->cls == FIT_NONE || is_steep(fit) || is_tame(&b->fit)))
        take_over(b, fit);
    else if (is_steep(fit))
        withdraw(fit, FIT_BALANCED);
}

/* Whether a fit against the RMS that is not harmless is due to a constant part
 * of the RMS, which bends the curve upwards: without it, it is harmless, and
 * explains the calls better. */
static bool is_bent(const struct balance *b)
{
    return judge_alarm(&b->beyond) == 0 && !(b->beyond.sigma >= b->fit.sigma);
}

/* Calls that come with bytes.  An exponential of the RMS contradicts that: too
 * few sizes, or scatter. */
static void judge_visit(const struct balance *b, struct fit *fit)
{
    bool usable = b->fit.cls != FIT_NONE && b->fit.cls != FIT_EXP;
    if (is_tame(&b->fit) || (usable && !is_bent(b)))
        take_over(b, fit);
    else if (fit->cls != FIT_NONE)
        withdraw(fit, FIT_BALANCED);
}

void balance_judge(const struct balance *b, struct fit *fit)
{
    if (is_tame(fit) || (fit->cls == FIT_NONE && !b->bushy))
        return;
    if (!b->known)
        withdraw(fit, FIT_NO_RMS);
    else if (b->visits)
        judge_visit(b, fit);
    else
        judge_more(b, fit);
}
