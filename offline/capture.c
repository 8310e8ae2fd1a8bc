/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

static const struct estimate undefined = { NAN, NAN, NAN };

int capture_start(struct capture *capture)
{
    memset(capture, 0, sizeof *capture);
    capture->seen = cell_set_new();
    return capture->seen ? 0 : -1;
}

void capture_end(struct capture *capture)
{
    cell_set_free(capture->seen);
    capture->seen = NULL;
}

int capture_sample(struct capture *capture, const struct cell_set *cells, bool whole)
{
    uint64_t again, count = cell_set_count(cells), marked = capture->marked;
    if (cell_set_absorb(capture->seen, cells, &again) != 0)
        return -1;
    capture->marked += count - again;
    if (!whole)
        return 0;
    capture->samples++;
    double cm = (double)count * (double)marked, r = (double)again;
    capture->cm += cm;
    capture->r += r;
    if (cm > 0) {
        capture->r2_over_cm += r * r / cm;
        capture->informative++;
    }
    return 0;
}

void capture_pair(struct capture *capture, uint64_t n1, uint64_t n2, uint64_t m)
{
    double a = (double)n1, b = (double)n2, common = (double)m;
    capture->pairs++;
    capture->chapman_sum += (a + 1) * (b + 1) / (common + 1) - 1;
    if (m > 0) {
        capture->pairs_common++;
        capture->pair_sum += a * b / common;
    }
}

/* Lincoln-Petersen, mean over the pairs: of consecutive instances it is mostly
 * the size of one instance, see docs; no interval is claimed. */
static struct estimate estimate_pair(const struct capture *c)
{
    struct estimate e = undefined;
    if (c->pairs_common > 0)
        e.size = c->pair_sum / (double)c->pairs_common;
    return e;
}

/* Chapman (1951), mean over the pairs. */
static struct estimate estimate_chapman(const struct capture *c)
{
    struct estimate e = undefined;
    if (c->pairs > 0)
        e.size = c->chapman_sum / (double)c->pairs;
    return e;
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

/* Schnabel (1938): N = sum C M / sum R over the samples in time order.
 *
 * Interval: sum R is taken as Poisson with mean sum C M / N, so 1/N is
 * proportional to it, and exact Poisson limits (Garwood 1936, by gamma
 * quantiles) of sum R give limits of N.  Cells of one instance are recaptured
 * together, not one by one; so counts are divided first by the dispersion
 *     phi = 1/(T-1) sum (R - C M / N)^2 / (C M / N),    at least 1,
 * over the T samples with C M > 0; and at most 2 sum R, so that half a count is
 * left to tell limits from.  The closed population that the formula
 * assumes is not covered by the interval. */
static struct estimate estimate_schnabel(const struct capture *c)
{
    const double z = 1.959963984540054;
    struct estimate e = undefined;
    if (!(c->r > 0))
        return e;
    e.size = c->cm / c->r;
    double phi = 1;
    if (c->informative > 1)
        phi = (e.size * c->r2_over_cm - 2 * c->r + c->cm / e.size) / (double)(c->informative - 1);
    if (!(phi > 1))
        phi = 1;
    if (phi > 2 * c->r)
        phi = 2 * c->r;
    double events = c->r / phi;
    e.low = c->cm / (phi * gamma_quantile(0.975, z, events + 1));
    e.high = c->cm / (phi * gamma_quantile(0.025, -z, events));
    return e;
}

const struct estimator estimators[ESTIMATORS] = {
    { "schnabel", estimate_schnabel, "sum C M / sum R over all traced instances" },
    { "pair", estimate_pair, "mean of N1 N2 / M over the pairs with M > 0" },
    { "chapman", estimate_chapman, "mean of (N1+1)(N2+1)/(M+1) - 1 over the pairs" },
};

int estimator_find(const char *name)
{
    for (int i = 0; i < ESTIMATORS; i++)
        if (strcmp(estimators[i].name, name) == 0)
            return i;
    return -1;
}

static double at_least(double value, double bound)
{
    return value < bound ? bound : value;
}

struct estimate capture_estimate(const struct capture *capture, const struct estimator *estimator,
                                 unsigned thin)
{
    double scale = ldexp(1, (int)thin), seen = (double)capture->marked * scale;
    if (capture->samples > 0 && capture->marked == 0)
        return (struct estimate){ 0, 0, NAN };
    struct estimate e = estimator->estimate(capture);
    if (!isfinite(e.size))
        return undefined;
    e.size = at_least(e.size * scale, seen);
    if (isfinite(e.low) && isfinite(e.high)) {
        e.low = fmin(at_least(e.low * scale, seen), e.size);
        e.high = at_least(e.high * scale, e.size);
    } else {
        e.low = e.high = NAN;
    }
    return e;
}
