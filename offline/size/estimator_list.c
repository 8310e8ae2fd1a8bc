/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Formulas are in cells; where one is not proportional to counts (a bias
 * correction), it is in words: what is always read together was met once.
 */
#include "size/estimator_list.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#define Z 1.959963984540054     /* 97.5 % point of the standard normal distribution */
#define REFUTED 4.              /* times as much, at most */

static const struct estimate undefined = { NAN, NAN, NAN };

static struct estimate only(double size)
{
    return (struct estimate){ size, NAN, NAN };
}

/* Cells of a word. */
static double word(const struct capture *c)
{
    return c->words > 0 ? c->seen / c->words : 1;
}

/* Instances that are in no whole pair, as those that were cut, read more than pairs tell the whole run to: these do not stand for it. By
 * how much they were wrong, the rest may read as much again. */
static double refuted_by(const struct sample *s)
{
    const struct capture *c = &s->capture;
    double untraced = c->instances > 0 ? fmax(0, 1 - c->samples / c->instances) : 0;
    return untraced * fmax(0, c->marked - s->by_streaks.size);
}

static struct estimate estimate_streak(const struct sample *s)
{
    const struct streak_estimate *e = &s->by_streaks;
    double more = refuted_by(s);
    return more > 0 ? (struct estimate){ s->capture.marked + more, s->capture.marked, fmax(e->high, s->capture.marked + REFUTED * more) }
                    : (struct estimate){ e->size, e->low, e->high };
}

/* Lincoln-Petersen, mean over the pairs: of consecutive instances it is mostly
 * the size of one instance, see docs; no interval is claimed. */
static struct estimate estimate_pair(const struct sample *s)
{
    const struct capture *c = &s->capture;
    return c->pairs_common > 0 ? only(c->pair_sum / c->pairs_common) : undefined;
}

/* Chapman (1951), mean over the pairs. */
static struct estimate estimate_chapman(const struct sample *s)
{
    const struct capture *c = &s->capture;
    return c->pairs > 0 ? only(c->chapman_sum / c->pairs * word(c)) : undefined;
}

/* The p-quantile (z: of the standard normal) of a gamma distribution of that
 * shape and scale 1.  Large shapes by Wilson and Hilferty (1931), right to 1e-5
 * there; GSL's inverse does not converge for all of them. */
static double gamma_quantile(double p, double z, double shape)
{
    if (shape < 500)
        return gsl_cdf_gamma_Pinv(p, shape, 1);
    double root = 1 - 1 / (9 * shape) + z / (3 * sqrt(shape));
    return shape * root * root * root;
}

/* Schnabel (1938): N = sum C M / sum R over the samples.
 *
 * Interval: sum R is taken as Poisson with mean sum C M / N, so 1/N is
 * proportional to it, and exact Poisson limits (Garwood 1936, by gamma
 * quantiles) of sum R give limits of N.  Cells of one instance are recaptured
 * together, not one by one; so counts are divided first by the dispersion
 *     phi = 1/(T-1) sum (R - C M / N)^2 / (C M / N),    at least 1,
 * over the T samples with C M > 0; and at most 2 sum R, so that half a count is
 * left to tell limits from.  The closed population that the formula
 * assumes is not covered by the interval. */
static struct estimate estimate_schnabel(const struct sample *s)
{
    const struct capture *c = &s->capture;
    if (!(c->r > 0))
        return undefined;
    struct estimate e = { .size = c->cm / c->r };
    double phi = 1;
    if (c->informative > 1)
        phi = (e.size * c->r2_over_cm - 2 * c->r + c->cm / e.size) / (c->informative - 1);
    phi = fmin(fmax(phi, 1), 2 * c->r);
    double events = c->r / phi;
    e.low = c->cm / (phi * gamma_quantile(0.975, Z, events + 1));
    e.high = c->cm / (phi * gamma_quantile(0.025, -Z, events));
    return e;
}

/* Schumacher and Eschmeyer (1943). */
static struct estimate estimate_schumacher(const struct sample *s)
{
    const struct capture *c = &s->capture;
    return c->rm > 0 ? only(c->cm2 / c->rm) : undefined;
}

/* Unseen cells by Chao (1987), bias-corrected. */
static double chao_unseen(const struct capture *c)
{
    double q1 = c->q[1] / word(c), q2 = c->q[2] / word(c);
    return (c->samples - 1) / c->samples * fmax(0, q1 * (q1 - 1) / (2 * (q2 + 1))) * word(c);
}

static struct estimate estimate_chao2(const struct sample *s)
{
    const struct capture *c = &s->capture;
    return c->samples > 0 ? only(c->seen + chao_unseen(c)) : undefined;
}

/* Lee and Chao (1994); infrequent: in at most CAPTURE_RARE samples. */
static struct estimate estimate_ice(const struct sample *s)
{
    const struct capture *c = &s->capture;
    double infrequent = 0, incidences = 0, pairs = 0;
    for (int j = 1; j <= CAPTURE_RARE; j++) {
        infrequent += c->q[j];
        incidences += j * c->q[j];
        pairs += j * (j - 1.) * c->q[j];
    }
    if (c->samples < 2)
        return undefined;
    if (!(infrequent > 0))
        return only(c->seen);
    double coverage = 1 - c->q[1] / incidences;
    if (!(coverage > 0))
        return undefined;
    double spread = infrequent / coverage * c->samples / (c->samples - 1) * pairs /
                        (incidences * incidences) - 1;
    return only(c->seen - infrequent + infrequent / coverage +
                c->q[1] / coverage * fmax(spread, 0));
}

/* Burnham and Overton (1978), orders 1 and 2. */
static struct estimate estimate_jackknife1(const struct sample *s)
{
    const struct capture *c = &s->capture;
    if (!(c->samples > 0))
        return undefined;
    return only(c->seen + c->q[1] * (c->samples - 1) / c->samples);
}

static struct estimate estimate_jackknife2(const struct sample *s)
{
    const struct capture *c = &s->capture;
    double t = c->samples;
    if (t < 2)
        return undefined;
    return only(c->seen + c->q[1] * (2 * t - 3) / t - c->q[2] * (t - 2) * (t - 2) / (t * (t - 1)));
}

/* The accumulation curve extrapolated from the samples to all instances
 * (Colwell et al. 2012; Chao et al. 2014), towards Chao's asymptote. */
static struct estimate estimate_inext(const struct sample *s)
{
    const struct capture *c = &s->capture;
    if (!(c->samples > 0))
        return undefined;
    double unseen = chao_unseen(c);
    if (!(unseen > 0))
        return only(c->seen);
    double stay = 1 - c->q[1] / (c->samples * unseen + c->q[1]);
    return only(c->seen + unseen * (1 - pow(stay, fmax(0, c->instances - c->samples))));
}

/* Charikar, Chaudhuri, Motwani and Narasayya (2000): the guaranteed error. */
static struct estimate estimate_gee(const struct sample *s)
{
    const struct capture *c = &s->capture;
    if (!(c->samples > 0))
        return undefined;
    return only(c->seen + (sqrt(c->instances / c->samples) - 1) * c->q[1]);
}

const struct estimator estimators[ESTIMATORS] = {
    { "streak", estimate_streak, "streaks seen and hidden, and how many of them a cell has" },
    { "pair", estimate_pair, "mean of N1 N2 / M over the pairs with M > 0" },
    { "chapman", estimate_chapman, "mean of (N1+1)(N2+1)/(M+1) - 1 over the pairs" },
    { "schnabel", estimate_schnabel, "sum C M / sum R over all traced instances" },
    { "schumacher", estimate_schumacher, "sum C M^2 / sum R M over all traced instances" },
    { "chao2", estimate_chao2, "cells met once against cells met twice" },
    { "ice", estimate_ice, "coverage of the infrequent cells" },
    { "jackknife1", estimate_jackknife1, "leaving out one instance" },
    { "jackknife2", estimate_jackknife2, "leaving out two instances" },
    { "inext", estimate_inext, "accumulation curve, extrapolated" },
    { "gee", estimate_gee, "sqrt(instances / traced) times the cells met once, and the others" },
};

int estimator_find(const char *name)
{
    for (int i = 0; i < ESTIMATORS; i++)
        if (strcmp(estimators[i].name, name) == 0)
            return i;
    return -1;
}

/* Which lines survived thinning is chance too: widens the interval by its
 * standard error in the relative size.  All cells of a line survive together. */
static void widen(const struct sample *s, struct estimate *e)
{
    double lines = s->lines * e->size / s->capture.marked;
    double error = Z * sqrt((1 - ldexp(1, -(int)s->thin)) / lines);
    if (s->thin == 0 || !(e->size > 0) || !(e->low > 0))
        return;
    e->low = e->size * exp(-hypot(log(e->size / e->low), error));
    e->high = e->size * exp(hypot(log(e->high / e->size), error));
}

struct estimate sample_estimate(const struct sample *s, const struct estimator *estimator)
{
    double scale = ldexp(1, (int)s->thin), seen = s->capture.marked;
    if (s->capture.samples > 0 && !(seen > 0))
        return (struct estimate){ 0, NAN, NAN };
    struct estimate e = estimator->estimate(s);
    if (!isfinite(e.size))
        return undefined;
    e.size = fmax(e.size, seen);
    if (!isfinite(e.low) || !isfinite(e.high))
        return (struct estimate){ e.size * scale, NAN, NAN };
    e.low = fmin(fmax(e.low, seen), e.size);
    e.high = fmax(e.high, e.size);
    widen(s, &e);
    return (struct estimate){ e.size * scale, e.low * scale, e.high * scale };
}
