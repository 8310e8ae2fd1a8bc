/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit_generate.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#define PICK(rng, ...) \
    (((const double[]){ __VA_ARGS__ })[gsl_rng_uniform_int(rng, sizeof((double[]){ __VA_ARGS__ }) / sizeof(double))])

void generate_design(gsl_rng *rng, struct design *d)
{
    d->cls = (enum fit_class)(FIT_1 + gsl_rng_uniform_int(rng, FIT_EXP - FIT_1 + 1));
    d->exponent = NAN;
    d->points = (int)PICK(rng, 5, 10, 30);
    d->decades = (int)PICK(rng, 1, 2);
    d->noise = (enum noise)gsl_rng_uniform_int(rng, NOISES);
    d->level = PICK(rng, 0.02, 0.1, 0.3);
    d->setup = (int)gsl_rng_uniform_int(rng, 2);
    d->n_min = PICK(rng, 10, 100, 1000);
    d->loose = 0;
}

/* f (n) / f (n_min), written out apart from the tool's own table. */
static double growth(const struct design *d, double n, double rate)
{
    double x = n / d->n_min, logs = log(n) / log(d->n_min);
    switch (d->cls) {
    case FIT_1: return 1;
    case FIT_LOG: return logs;
    case FIT_SQRT: return sqrt(x);
    case FIT_N: return x;
    case FIT_NLOGN: return x * logs;
    case FIT_N15: return x * sqrt(x);
    case FIT_N2: return x * x;
    case FIT_N2LOGN: return x * x * logs;
    case FIT_N3: return x * x * x;
    case FIT_EXP: return exp(rate * (n - d->n_min));
    case FIT_POWER: return pow(x, d->exponent);
    case FIT_NONE: break;
    }
    abort();
}

static double one_noise(gsl_rng *rng, const struct design *d)
{
    double most = 0;
    switch (d->noise) {
    case NOISE_MULTIPLICATIVE:
        return exp(d->level * gsl_ran_ugaussian(rng));
    case NOISE_MAXIMUM:
        for (int runs = 1 + (int)gsl_rng_uniform_int(rng, GENERATE_RUNS_MAX); runs > 0; runs--)
            most = fmax(most, exp(d->level * gsl_ran_ugaussian(rng)));
        return most;
    case NOISE_ONE_SIDED:
        return 1 + d->level * (gsl_ran_pareto(rng, 1.5, 1) - 1);
    case NOISES:
        break;
    }
    abort();
}

static int compare_points(const void *a, const void *b)
{
    const struct fit_point *x = a, *y = b;
    return (x->size > y->size) - (x->size < y->size);
}

/* As the contract counts them. */
static int refused(struct fit_point *points, int n)
{
    int distinct = 0;
    double first = 0;
    qsort(points, (size_t)n, sizeof *points, compare_points);
    for (int i = 0; i < n; i++)
        if (points[i].size > first * 1.05) {
            first = points[i].size;
            distinct++;
        }
    return distinct < 5 || points[n - 1].size < 2 * points[0].size;
}

int generate_points(gsl_rng *rng, const struct design *d, struct fit_point *points)
{
    int redrawn = -1;
    double n_max = d->n_min * pow(10, d->decades);
    double rate = M_LN10 * gsl_ran_flat(rng, 2, 6) / (n_max - d->n_min);
    double setup = d->setup ? gsl_ran_flat(rng, 0.5, 2) : 0;
    do {
        for (int i = 0; i < d->points; i++)
            points[i].size = d->n_min * pow(10, d->decades * gsl_rng_uniform(rng));
        if (!d->loose) {
            points[0].size = d->n_min;
            points[1].size = n_max;
        }
        redrawn++;
    } while (refused(points, d->points));
    for (int i = 0; i < d->points; i++) {
        points[i].cost = 1000 * (growth(d, points[i].size, rate) + setup) * one_noise(rng, d);
        points[i].size_rel_error = 0;
        points[i].weight = 1;
    }
    return redrawn;
}
