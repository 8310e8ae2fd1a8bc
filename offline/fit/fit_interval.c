/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Profile-likelihood interval: the shapes that fit not much worse than the best
 * one when everything else is refitted.  "Not much" is the quantile of F
 * instead of chi square, which makes up for the few rows. */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "fit/fit_curve.h"
#include "fit/search.h"

#define CONFIDENCE 0.95
#define FIRST_STEP 0.01
#define STEP_GROWTH 1.6
#define TOLERANCE 1e-3
#define PARAMETERS 3            /* c, sigma, shape: as the coverage was studied with */

struct profile {
    struct fit_space *space;
    enum fit_class cls;
    double level;               /* least log-likelihood inside the interval */
};

/* Above 0 outside the interval. */
static double outside(double shape, void *data)
{
    const struct profile *p = data;
    struct fit_curve curve;
    fit_curve_shape(p->space, p->cls, shape, &curve);
    return p->level - curve.t.log_likelihood;
}

static double search_end(struct profile *p, double from, double direction, double limit)
{
    double step = FIRST_STEP, inside = from;
    for (;;) {
        double at = inside + direction * step;
        if ((at - limit) * direction >= 0)
            return NAN;
        if (outside(at, p) > 0)
            return stats_root(outside, p, fmin(inside, at), fmax(inside, at), TOLERANCE);
        inside = at;
        step *= STEP_GROWTH;
    }
}

double fit_curve_deviance(size_t rows)
{
    double n = (double)rows, freedom = n - PARAMETERS;
    /* F's quantile with 1 degree of freedom is the square of t's, whose inverse converges
     * for any number of rows; GSL's of F does not for some above 200. */
    double t = gsl_cdf_tdist_Pinv((1 + CONFIDENCE) / 2, freedom);
    return t * t * n / freedom;
}

void fit_curve_interval(struct fit_space *s, const struct fit_curve *likeliest, double *low,
                        double *high)
{
    struct profile p = { s, likeliest->cls,
                         likeliest->t.log_likelihood - fit_curve_deviance(s->n) / 2 };
    double bottom = likeliest->cls == FIT_EXP ? 0 : FIT_POWER_MIN;
    double top = likeliest->cls == FIT_EXP ? 4 * likeliest->shape + 10 : FIT_POWER_MAX;
    *low = search_end(&p, likeliest->shape, -1, bottom);
    *high = search_end(&p, likeliest->shape, 1, top);
}
