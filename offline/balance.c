/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "balance.h"

#include <math.h>
#include <stdlib.h>

#include "rank.h"

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

/* Whether the calls come with bytes: all of them, or, where there are small and
 * large instances, those that the large ones have more.  (What each instance
 * reads besides, a table say, does not count then.) */
static bool visits(const struct extremes *e)
{
    if (e->cost_high <= e->cost_low * SPREAD)
        return e->cost_high <= VISIT_CALLS * e->rms_high;
    return e->cost_high - e->cost_low <= VISIT_CALLS * (e->rms_high - e->rms_low);
}

/* Whether ln cost grows more than STEEP_POWER times as fast as ln RMS in the
 * upper half of ln cost.  The slope is of RMS against cost, so that an RMS that
 * stays the same, or is scatter, is slope 0. */
static bool outgrows(const struct outermost *list, size_t n, const struct extremes *e)
{
    double half = sqrt(e->cost_low) * sqrt(e->cost_high);
    double k = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_known(&list[i]) || (double)list[i].cost < half)
            continue;
        double cost = log((double)list[i].cost / half), rms = log(fmax(list[i].rms, 1));
        k++;
        x += cost;
        y += rms;
        xx += cost * cost;
        xy += cost * rms;
    }
    double variance = k * xx - x * x;
    return !(variance > 1e-9 * k * xx) || (k * xy - x * y) * STEEP_POWER < variance;
}

static int compare_rms(const void *a, const void *b)
{
    const struct fit_point *x = a, *y = b;
    if (x->size < y->size || x->size > y->size)
        return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Of an instance that read nothing the fit learns nothing. */
static int fit_rms(const struct outermost *list, size_t n, struct fit *fit)
{
    struct fit_point *point = calloc(n + 1, sizeof *point);
    size_t used = 0;
    if (!point)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (is_known(&list[i]) && list[i].rms > 0)
            point[used++] = (struct fit_point){ list[i].rms, (double)list[i].cost, 0,
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
        out->visits = visits(&e);
        out->outgrows = outgrows(list, n, &e);
        out->bushy = e.cost_high / e.cost_low > SPREAD * e.size_high / e.size_low;
    }
    return fit_rms(list, n, &out->fit);
}

/* Harmless whatever the RMS is. */
static bool is_tame(const struct fit *fit)
{
    if (fit->cls == FIT_NONE)
        return false;
    return fit->cls <= FIT_NLOGN || (fit->cls == FIT_POWER && rank_alarm(fit) == 0);
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

void balance_judge(const struct balance *b, struct fit *fit)
{
    if (is_tame(fit) || (fit->cls == FIT_NONE && !b->bushy))
        return;
    if (!b->known)
        withdraw(fit, FIT_NO_RMS);
    else if (!b->visits)
        judge_more(b, fit);
    else if (b->fit.cls != FIT_NONE)
        take_over(b, fit);
    else if (fit->cls != FIT_NONE)
        withdraw(fit, FIT_BALANCED);
}
