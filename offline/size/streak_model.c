/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/streak_model.h"

#include <gsl/gsl_sf_gamma.h>
#include <math.h>
#include <string.h>

#define J STREAK_EPISODES
#define STEP 0.2                /* of the mixture's grid of ln lambda */

const double streak_shares[STREAK_SHARES] = { .05, .15, .3, .45, .6, .75, .85, .92, .97 };
const double streak_exponents[STREAK_EXPONENTS] = { 0.4, 0.7, 1.0, 1.4, 2.0, 3.0 };

static double ln_factorial(int n)
{
    double sum = 0;
    for (int i = 2; i <= n; i++)
        sum += log(i);
    return sum;
}

/* Not normalised. */
static void poisson_row(const struct streak_grid *g, double lambda, double *p)
{
    double mean = lambda * g->v, term = exp(-mean);
    if (term > 1e-290) {
        for (int j = 1; j <= J; j++)
            p[j - 1] = term *= mean / j;
        return;
    }
    for (int j = 1; j <= J; j++)
        p[j - 1] = exp(j * log(mean) - mean - ln_factorial(j));
}

static double poisson_unseen(const struct streak_grid *g, double lambda)
{
    return exp(-lambda * g->v) * -expm1(-lambda * (1 - g->v));
}

static void normalise(struct streak_shape *s)
{
    double sum = 0;
    for (int j = 0; j < J; j++)
        sum += s->p[j];
    double one = 1 / fmax(sum, 1e-300);
    for (int j = 0; j < J; j++)
        s->p[j] *= one;
    s->unseen *= one;
}

void streak_shape_poisson(struct streak_grid *g, double a, double b, struct streak_shape *out)
{
    (void)b;
    poisson_row(g, exp(a), out->p);
    out->unseen = poisson_unseen(g, exp(a));
    normalise(out);
}

/* The integral of e^(-lambda v u) - e^(-lambda u) and of Poisson probabilities
 * over ages u in (0, 1). */
void streak_shape_growing(struct streak_grid *g, double a, double b, struct streak_shape *out)
{
    double lambda = exp(a), mean = lambda * g->v;
    (void)b;
    for (int j = 1; j <= J; j++)
        out->p[j - 1] = gsl_sf_gamma_inc_P(j + 1, mean) / mean;
    out->unseen = expm1(-lambda) / lambda - expm1(-mean) / mean;
    normalise(out);
}

/* The mixture's sums for exponent b, relative to the first lambda. */
static void sum_tails(struct streak_grid *g, double b)
{
    memset(g->tail[g->n], 0, sizeof *g->tail);
    for (size_t i = g->n; i-- > 0;) {
        double w = exp(-b * (g->x[i] - g->x[0]));
        for (int j = 0; j < J; j++)
            g->tail[i][j] = g->tail[i + 1][j] + w * g->p[i][j];
        g->tail[i][J] = g->tail[i + 1][J] + w * g->unseen[i];
    }
    g->exponent = b;
}

/* Of the grid's lambdas that of the first step that reaches a, or one before. */
static size_t first_step(const struct streak_grid *g, double a)
{
    double steps = (a - g->x[0]) / STEP - 0.5;
    return steps < 1 ? 0 : steps < (double)g->n ? (size_t)steps : g->n;
}

/* The step around a counts by its part above a, those behind it as a whole. */
void streak_shape_pareto(struct streak_grid *g, double a, double b, struct streak_shape *out)
{
    size_t i = first_step(g, a);
    if (!(g->exponent >= b && g->exponent <= b))
        sum_tails(g, b);
    while (i < g->n && !(g->x[i] > a - 0.5 * STEP))
        i++;
    bool within = i < g->n && g->x[i] < a + 0.5 * STEP;
    double share = within ? ((g->x[i] - a) / STEP + 0.5) * exp(-b * (g->x[i] - a)) : 0;
    double scale = exp(b * (a - g->x[0]));
    const double *p = g->p[within ? i : 0], *tail = g->tail[within ? i + 1 : i];
    for (int j = 0; j < J; j++)
        out->p[j] = share * p[j] + scale * tail[j];
    out->unseen = (within ? share * g->unseen[i] : 0) + scale * tail[J];
    normalise(out);
}

static double within_bounds(double v)
{
    return fmin(fmax(v, 1e-9), 1 - 1e-6);
}

double streak_grid_lambda_max(double v)
{
    return fmin(5 * J / within_bounds(v), 3e7);
}

void streak_grid_start(struct streak_grid *g, double v)
{
    g->v = within_bounds(v);
    g->lambda_max = streak_grid_lambda_max(v);
    g->one_unseen = (1 - g->v) / g->v;
    g->exponent = NAN;
    for (g->n = 0; g->n < STREAK_LAMBDAS; g->n++) {
        double x = log(0.02) + (double)g->n * STEP;
        if (!(x < log(40. * J / g->v)))
            break;
        g->x[g->n] = x;
        poisson_row(g, exp(x), g->p[g->n]);
        g->unseen[g->n] = poisson_unseen(g, exp(x));
    }
}

struct streak_terms streak_terms_of(const double *f, const struct streak_shape *s)
{
    struct streak_terms terms = { f[1], s->p[0], 0, 0 };
    for (int j = 1; j < J; j++)
        if (f[j + 1] > 0) {
            terms.rest += f[j + 1];
            terms.ln_rest += f[j + 1] * log(fmax(s->p[j], 1e-300));
        }
    return terms;
}

/* fmax is a call, and this is done for each point. */
static double positive(double p)
{
    return p > 1e-300 ? p : 1e-300;
}

double streak_likelihood(const struct streak_terms *t, double w)
{
    double sum = t->ln_rest;
    if (t->first > 0)
        sum += t->first * log(positive(w + (1 - w) * t->p));
    if (t->rest > 0 && w > 0)
        sum += t->rest * log1p(-w);
    return sum;
}
