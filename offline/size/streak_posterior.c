/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, step 5: how many cells the hidden streaks belong to.  A posterior
 * over grids of the models' parameters weighs what each says of unseen cells.
 */
#include <math.h>
#include <stdlib.h>

#include "size/streak_model.h"

#define NEAR 7.                 /* log units below the best that the fine grid spans */
#define LEAST 1e-12             /* unseen cells: their logarithm is asked for */
#define MAX_AXIS 48
#define COARSE_A 44
#define COARSE_PARETO_A 24
#define FINE_SHARES 24
#define COARSE_MAX (COARSE_PARETO_A * STREAK_EXPONENTS * STREAK_SHARES)
#define POINTS_MAX (3 * (1 + 48 + 24 * FINE_SHARES + 24 * 12 + 12 * 8 * FINE_SHARES))

/* A parameter's values. */
struct axis {
    double at[MAX_AXIS];
    size_t n;
};

struct family {
    streak_shape_fn *shape;
    double prior;
    struct axis a, b;           /* b: one value if there is no such parameter */
    size_t fine[2][2];          /* points of the fine grid: [mixed][axis] */
};

/* The posterior of one value of hidden. */
struct posterior {
    struct streak_grid grid;
    const double *f;
    double temper;
    struct streak_point *point; /* weight: its logarithm until the end */
    size_t n, n_pure;           /* points of mixtures follow the others */
};

static struct axis linspace(double from, double to, size_t n)
{
    struct axis axis = { .n = n };
    for (size_t i = 0; i < n; i++)
        axis.at[i] = n == 1 ? from : from + (to - from) * (double)i / (double)(n - 1);
    return axis;
}

/* Indexes on the axes a, b and the shares. */
struct box {
    size_t low[3], high[3];
};

/* The box of coarse points near the best. */
static struct box find_near(struct posterior *p, const struct family *f, const double *w,
                            size_t n_w)
{
    double like[COARSE_MAX], best = -INFINITY;
    size_t n = 0;
    struct box box = { { SIZE_MAX, SIZE_MAX, SIZE_MAX }, { 0, 0, 0 } };
    for (size_t b = 0; b < f->b.n; b++)
        for (size_t a = 0; a < f->a.n; a++) {
            struct streak_shape s;
            f->shape(&p->grid, f->a.at[a], f->b.at[b], &s);
            const struct streak_terms terms = streak_terms_of(p->f, &s);
            for (size_t k = 0; k < n_w; k++, n++) {
                like[n] = streak_likelihood(&terms, w[k]) / p->temper;
                best = fmax(best, like[n]);
            }
        }
    for (size_t i = 0; i < n; i++) {
        const size_t at[3] = { i / n_w % f->a.n, i / n_w / f->a.n, i % n_w };
        for (int d = 0; d < 3 && like[i] > best - NEAR; d++) {
            box.low[d] = at[d] < box.low[d] ? at[d] : box.low[d];
            box.high[d] = at[d] > box.high[d] ? at[d] : box.high[d];
        }
    }
    return box;
}

/* The axis between one step beyond both ends of the box; *volume shrinks to its share. */
static struct axis refine(const struct axis *axis, size_t low, size_t high, size_t n,
                          double *volume)
{
    if (axis->n == 1)
        return *axis;
    low = low > 0 ? low - 1 : 0;
    high = high + 1 < axis->n ? high + 1 : axis->n - 1;
    *volume *= (double)(high - low + 1) / (double)axis->n;
    return linspace(axis->at[low], axis->at[high], n);
}

static struct axis refine_shares(size_t low, size_t high, double *volume)
{
    double from = low <= 1 ? 0 : streak_shares[low - 1];
    double to = high >= STREAK_SHARES - 2 ? 1 : streak_shares[high + 1];
    struct axis all = linspace(from, to, FINE_SHARES + 2), inner = { .n = FINE_SHARES };
    for (size_t i = 0; i < inner.n; i++)
        inner.at[i] = all.at[i + 1];
    *volume *= to - from;
    return inner;
}

static void add_family(struct posterior *p, const struct family *f, bool mixed)
{
    static const double none[] = { 0 };
    double volume = 1;
    struct box box = find_near(p, f, mixed ? streak_shares : none, mixed ? STREAK_SHARES : 1);
    struct axis a = refine(&f->a, box.low[0], box.high[0], f->fine[mixed][0], &volume);
    struct axis b = refine(&f->b, box.low[1], box.high[1], f->fine[mixed][1], &volume);
    struct axis w = { .n = 1 };
    if (mixed)
        w = refine_shares(box.low[2], box.high[2], &volume);
    double prior = log(f->prior * (mixed ? STREAK_PRIOR_MIXED : 1 - STREAK_PRIOR_MIXED)) +
                   log(volume / (double)(a.n * b.n * w.n));
    for (size_t k = 0; k < b.n; k++)
        for (size_t i = 0; i < a.n; i++) {
            struct streak_shape s;
            f->shape(&p->grid, a.at[i], b.at[k], &s);
            const struct streak_terms terms = streak_terms_of(p->f, &s);
            for (size_t l = 0; l < w.n; l++)
                p->point[p->n++] = (struct streak_point){
                    w.at[l] * p->grid.one_unseen + (1 - w.at[l]) * s.unseen,
                    streak_likelihood(&terms, w.at[l]) / p->temper + prior,
                    w.at[l]
                };
        }
}

/* Fills the points of one value of hidden; weights become probabilities times
 * `share`. */
static void add_models(struct posterior *p, double visible, double hidden, double share)
{
    double best = -INFINITY, sum = 0, high = log(p->grid.lambda_max);
    struct family family[] = {
        { streak_shape_poisson, STREAK_PRIOR_POISSON, linspace(log(.05), high, COARSE_A),
          { .n = 1 }, { { 48, 1 }, { 24, 1 } } },
        { streak_shape_pareto, STREAK_PRIOR_PARETO, linspace(log(.1), high, COARSE_PARETO_A),
          { .n = STREAK_EXPONENTS }, { { 24, 12 }, { 12, 8 } } },
    };
    for (size_t i = 0; i < STREAK_EXPONENTS; i++)
        family[1].b.at[i] = streak_exponents[i];
    if (!(visible > p->f[1]))
        p->point[p->n++] = (struct streak_point){ p->grid.one_unseen, log(STREAK_PRIOR_ONE), 0 };
    add_family(p, &family[0], false);
    add_family(p, &family[1], false);
    p->n_pure = p->n;
    add_family(p, &family[0], true);
    add_family(p, &family[1], true);
    for (size_t i = 0; i < p->n; i++)
        best = p->point[i].weight > best ? p->point[i].weight : best;
    for (size_t i = 0; i < p->n; i++)
        sum += p->point[i].weight = exp(p->point[i].weight - best);
    share /= sum;
    for (size_t i = 0; i < p->n; i++) {
        double value = visible * p->point[i].value;
        value = value < hidden ? value : hidden;        /* fmin is a call */
        p->point[i].value = value > LEAST ? value : LEAST;
        p->point[i].weight *= share;
    }
}

int streak_posterior(const double *f, double hidden, double block, double cv,
                     struct streak_range *unseen, struct streak_mix *mix)
{
    static const struct {
        double z, share;
    } errors[] = { { 0, 1 }, { -1.3, .3 }, { 0, .4 }, { 1.3, .3 } };
    double sigma = sqrt(log1p(fmin(cv, 3) * fmin(cv, 3))), visible = 0;
    size_t first = cv <= 1e-3 ? 0 : 1, last = cv <= 1e-3 ? 0 : 3, n = 0;
    struct posterior *p = malloc(sizeof *p);
    struct streak_point *points = malloc(POINTS_MAX * sizeof *points);
    if (!p || !points) {
        free(p);
        free(points);
        return -1;
    }
    *mix = (struct streak_mix){ 0 };
    for (int j = 1; j <= STREAK_EPISODES; j++)
        visible += f[j];
    for (size_t i = first; i <= last; i++) {
        double h = hidden * exp(errors[i].z * sigma);
        *p = (struct posterior){ .f = f, .temper = block * STREAK_TEMPER, .point = points + n };
        streak_grid_start(&p->grid, f[1] / (f[1] + h));
        add_models(p, visible, h, errors[i].share);
        double once = visible * (1 + p->grid.one_unseen);
        for (size_t k = p->n_pure; k < p->n; k++) {
            mix->weight += p->point[k].weight;
            mix->once += p->point[k].weight * p->point[k].once * once;
        }
        n += p->n;
    }
    mix->once /= mix->weight;
    n = streak_points_sort(points, n);
    *unseen = (struct streak_range){ streak_points_quantile_ln(points, n, STREAK_LOW),
                                     streak_points_quantile_ln(points, n, STREAK_MID),
                                     streak_points_quantile_ln(points, n, STREAK_HIGH) };
    free(p);
    free(points);
    return 0;
}
