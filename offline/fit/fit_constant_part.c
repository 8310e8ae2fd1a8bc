/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/fit_constant_part.h"

#include <math.h>

#define TAME_STEPS 20           /* parts that are tried, of the smallest size */
#define STEPS 20                /* likewise; what they leave of it is 0.7, 0.5, 0.35 ... times that */
#define EM_STEPS 100
#define EM_TOLERANCE 1e-5
#define PARAMETERS 4            /* the part, cost, exponent, sigma */
#define SIDE 3                  /* rows below and above, where not all have the part */
#define LEAST_ABOVE 8           /* larger sizes, at least, */
#define SPAN_ABOVE 4.0          /* and the largest over the smallest of them, or of their costs, where the constant part hides it */
#define BELOW 0.1               /* by so much, of ln cost, smaller sizes may cost more */

/* ---- a power of the rest ---- */

struct line {
    double cost, slope;
};

/* Weighted least squares on s->ratio; scale 0: all weigh what they are precise. */
static void line_step(const struct fit_space *s, double scale, struct line *l)
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < s->n; i++) {
        double d = scale > 0 ? s->residual[i] / scale : 1, p = s->precision[i], weight = 4 * p / (3 + p * d * d);
        w += weight;
        x += weight * s->ratio[i];
        y += weight * s->row[i].ln_cost;
        xx += weight * s->ratio[i] * s->ratio[i];
        xy += weight * s->ratio[i] * s->row[i].ln_cost;
    }
    l->slope = (xy - x * y / w) / (xx - x * x / w);
    l->cost = (y - l->slope * x) / w;
    for (size_t i = 0; i < s->n; i++)
        s->residual[i] = s->row[i].ln_cost - l->cost - l->slope * s->ratio[i];
}

/* Log-likelihood of the best power of the sizes less the part. */
static double power_beyond(const struct fit_space *s, size_t from, double besides, double *exponent)
{
    const struct t3_sample sample = { s->residual, s->precision, s->n };
    struct line l;
    struct t3 t;
    for (size_t i = 0; i < s->n; i++)
        s->ratio[i] = log(s->row[i].size - (i < from ? 0 : besides));
    line_step(s, 0, &l);
    stats_t3_start(&sample, &t);
    for (int step = 0; step < EM_STEPS; step++) {
        double old = t.scale;
        line_step(s, old, &l);
        t.scale = stats_t3_next_scale(&sample, old);
        if (fabs(t.scale - old) < EM_TOLERANCE * old)
            break;
    }
    *exponent = l.slope;
    return stats_t3_log_likelihood(&sample, 0, t.scale);
}

static double part(const struct fit_space *s, size_t from, int step)
{
    double most = s->row[from].size - (from > 0 ? s->row[from - 1].size : 0);
    return most * (1 - exp2(-step / 2.0));
}

/* That the rows from `from` on have the part. */
static void find_from(struct fit_space *s, size_t from, struct fit_beyond *best)
{
    double likelihood[STEPS + 1], exponent[STEPS + 1], most = -INFINITY;
    *best = (struct fit_beyond){ .from = from, .low = INFINITY, .high = -INFINITY, .bic = INFINITY };
    for (int k = 1; k <= STEPS; k++) {
        likelihood[k] = power_beyond(s, from, part(s, from, k), &exponent[k]);
        if (likelihood[k] > most) {
            most = likelihood[k];
            best->besides = part(s, from, k);
        }
    }
    for (int k = 1; k <= STEPS; k++)
        if (2 * (most - likelihood[k]) <= fit_curve_deviance(s->n)) {
            best->low = fmin(best->low, exponent[k]);
            best->high = fmax(best->high, exponent[k]);
        }
    best->bic = fit_bic(most, from > 0 ? PARAMETERS + 1 : PARAMETERS, s->n);
}

void fit_beyond_find(struct fit_space *s, struct fit_beyond *best)
{
    find_from(s, 0, best);
    for (size_t from = SIDE; from + SIDE <= s->n; from++) {
        struct fit_beyond moved;
        find_from(s, from, &moved);
        if (moved.bic < best->bic)
            *best = moved;
    }
}

/* ---- n and n log n of the rest ---- */

/* ln of n, or of n log n; n in bytes, unit: of an element that the logarithm counts, 0: none. */
static double ln_tame(double n, double unit)
{
    return log(n) + (unit > 0 ? log(log2(n / unit + 2)) : 0);
}

/* Of the residuals of the rows from `from` on. */
static struct t3 scatter_from(const struct fit_space *s, size_t from)
{
    const struct t3_sample sample = { s->residual + from, s->precision + from, s->n - from };
    struct t3 t;
    stats_t3_start(&sample, &t);
    stats_t3_fit(&sample, &t);
    return t;
}

/* Log-likelihood of "cost is n, or n log n, of the size less a constant", of the rows from `from` on; *cost: ln of the factor. */
static double tame_beyond(const struct fit_space *s, size_t from, double besides, double unit, double *cost)
{
    for (size_t i = from; i < s->n; i++)
        s->residual[i] = s->row[i].ln_cost - ln_tame(s->row[i].size - besides, unit);
    struct t3 t = scatter_from(s, from);
    *cost = t.location;
    return t.log_likelihood;
}

static const double units[] = { 0, 8, 16 };
#define UNITS (sizeof units / sizeof *units)

unsigned fit_beyond_tame(struct fit_space *s, double bic)
{
    unsigned set = 0;
    double cost;
    for (int k = 1; k < TAME_STEPS; k++)
        for (size_t i = 0; i < UNITS; i++)
            if (fit_bic(tame_beyond(s, 0, s->row[0].size * k / TAME_STEPS, units[i], &cost), 3, s->n) <= bic)
                set |= 1u << (units[i] > 0 ? FIT_NLOGN : FIT_N);
    return set;
}

/* ---- the same of the larger sizes ---- */

/* BIC of a curve, of the rows from `from` on. */
static double bic_above(const struct fit_space *s, const struct fit_curve *curve, size_t from)
{
    for (size_t i = from; i < s->n; i++)
        s->residual[i] = s->row[i].ln_cost - fit_curve_rise(curve, s, s->row[i].size);
    return fit_bic(scatter_from(s, from).log_likelihood, 2, s->n - from);
}

/* Do the rows before `from` cost no more than sizes without the constant part would? */
static bool begins_below(const struct fit_space *s, size_t from, double unit, double cost)
{
    for (size_t i = 0; i < from; i++)
        if (s->row[i].ln_cost > cost + ln_tame(s->row[i].size, unit) + BELOW)
            return false;
    return true;
}

static bool is_tame_from(struct fit_space *s, const struct fit_curve *curve, size_t from)
{
    double bic = bic_above(s, curve, from), cost;
    for (int k = 1; k < TAME_STEPS; k++)
        for (size_t i = 0; i < UNITS; i++) {
            double likelihood = tame_beyond(s, from, s->row[from].size * k / TAME_STEPS, units[i], &cost);
            if (fit_bic(likelihood, 3, s->n - from) <= bic && begins_below(s, from, units[i], cost))
                return true;
        }
    return false;
}

static double span_from(const struct fit_space *s, size_t from)
{
    const struct fit_row *first = &s->row[from], *last = &s->row[s->n - 1];
    return fmax(last->size / first->size, exp(last->ln_cost - first->ln_cost));
}

bool fit_beyond_tame_above(struct fit_space *s, const struct fit_curve *curve)
{
    for (size_t from = 1; from + LEAST_ABOVE <= s->n && span_from(s, from) >= SPAN_ABOVE; from++)
        if (is_tame_from(s, curve, from))
            return true;
    return false;
}
