/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/streak_joint.h"

#include <math.h>
#include <stdlib.h>

#include "size/streak_model.h"

#define LAMBDAS 110             /* points of the grid of ln lambda */
#define PARETO_LAMBDAS 36
#define SHARES (1 + STREAK_SHARES)  /* none, and those of streak_model.h */
#define POWERS 3
#define NEGLIGIBLE 20.          /* log units below the best: not looked at again */
#define MOSTLY_NESTED 0.6
#define FLAT 1.35               /* largest size / smallest below this tells no exponent */
#define OLS_WIDTH 2.4           /* of its standard error, for a 95 % interval */

/* Visits of a run of n instances: lambda (n / n of the largest run)^power. */
static const struct {
    double power, prior;
} powers[POWERS] = { { 0, .5 }, { .5, .2 }, { 1, .3 } };

/* A run whose size is to be told. */
struct member {
    struct streak_run *run;
    struct streak_counts counts;
    struct streak_grid *grid;   /* NULL: no law of visits has a say (nothing hidden, or known) */
    double visible, ln_share;   /* cells seen in short episodes; ln (n / n of the largest) */
};

/* A law: a point of the grids. */
struct law {
    streak_shape_fn *shape;     /* NULL: "one" */
    double a, b, power, share, weight;  /* weight: its logarithm at first */
};

struct joint {
    struct member *member;
    size_t n;
    bool bounded;               /* every run has extents */
    struct law *law;
    size_t n_laws;
    double *size;               /* [law][member] */
};

/* Of the visible cells of a run, those read once, if they are this share of all
 * cells of the largest run.  They are as many as instances; the others are
 * (n / n of the largest)^(1 - power) times those of the largest run. */
static double visible_share(const struct member *m, const struct streak_shape *s, double share,
                            double power)
{
    double once = share * m->grid->v * exp(power * m->ln_share);
    return once > 0 ? once / (once + (1 - share) / (1 + s->unseen)) : 0;
}

/* The laws that differ in their share of "one" only. */
static void add_shares(struct joint *j, const struct law *base)
{
    double sum[SHARES] = { 0 };
    for (size_t i = 0; i < j->n; i++) {
        const struct member *m = &j->member[i];
        struct streak_shape s;
        if (!m->grid)
            continue;
        base->shape(m->grid, base->a + base->power * m->ln_share, base->b, &s);
        const struct streak_terms terms = streak_terms_of(m->counts.f, &s);
        for (size_t w = 0; w < SHARES; w++) {
            double share = visible_share(m, &s, w == 0 ? 0 : streak_shares[w - 1], base->power);
            sum[w] += streak_likelihood(&terms, share) / (STREAK_TEMPER * m->counts.block);
        }
    }
    for (size_t w = 0; w < SHARES; w++) {
        struct law *law = &j->law[j->n_laws++];
        *law = *base;
        law->share = w == 0 ? 0 : streak_shares[w - 1];
        law->weight = base->weight + sum[w] +
                      log(w == 0 ? 1 - STREAK_PRIOR_MIXED : STREAK_PRIOR_MIXED / STREAK_SHARES);
    }
}

static void add_family(struct joint *j, streak_shape_fn *shape, double prior, double low,
                       double high, size_t lambdas, size_t exponents)
{
    for (size_t g = 0; g < POWERS; g++)
        for (size_t k = 0; k < exponents; k++)
            for (size_t i = 0; i < lambdas; i++) {
                struct law base = { .shape = shape, .power = powers[g].power,
                                    .b = streak_exponents[k] };
                base.a = low + (high - low) * (double)i / (double)(lambdas - 1);
                base.weight = log(prior * powers[g].prior / (double)(lambdas * exponents));
                add_shares(j, &base);
            }
}

/* All laws with the logarithms of their weights. */
static void weigh_laws(struct joint *j)
{
    double high = log(0.05);
    bool again = false;
    for (size_t i = 0; i < j->n; i++) {
        if (!j->member[i].grid)
            continue;
        high = fmax(high, log(j->member[i].grid->lambda_max));
        again |= j->member[i].counts.again > 0;
    }
    if (!again)
        j->law[j->n_laws++] = (struct law){ .weight = log(STREAK_PRIOR_ONE) };
    else                        /* else nothing tells it from Poisson */
        add_family(j, streak_shape_growing, STREAK_PRIOR_GROWING, log(.05), high, LAMBDAS, 1);
    add_family(j, streak_shape_poisson, STREAK_PRIOR_POISSON, log(.05), high, LAMBDAS, 1);
    add_family(j, streak_shape_pareto, STREAK_PRIOR_PARETO, log(.1), high, PARETO_LAMBDAS,
               STREAK_EXPONENTS);
}

/* Weights become probabilities; laws that hardly have any are dropped. */
static void drop_unlikely(struct joint *j)
{
    double best = -INFINITY, sum = 0;
    size_t kept = 0;
    for (size_t i = 0; i < j->n_laws; i++)
        best = fmax(best, j->law[i].weight);
    for (size_t i = 0; i < j->n_laws; i++)
        if (j->law[i].weight > best - NEGLIGIBLE)
            j->law[kept++] = j->law[i];
    j->n_laws = kept;
    for (size_t i = 0; i < kept; i++) {
        j->law[i].weight = exp(j->law[i].weight - best);
        sum += j->law[i].weight;
    }
    for (size_t i = 0; i < kept; i++)
        j->law[i].weight /= sum;
}

static double unseen_by(const struct law *law, const struct member *m)
{
    struct streak_shape s = { .unseen = 0 };
    double one = m->grid->one_unseen;
    if (!law->shape)
        return one;
    law->shape(m->grid, law->a + law->power * m->ln_share, law->b, &s);
    double share = visible_share(m, &s, law->share, law->power);
    return share * one + (1 - share) * s.unseen;
}

static double size_by(const struct joint *j, const struct law *law, const struct member *m)
{
    const struct streak_run *run = m->run;
    double unseen = m->counts.hidden;
    if (!isnan(run->known))
        return run->known;
    if (m->grid)
        unseen = fmin(m->visible * unseen_by(law, m), unseen);
    unseen += m->counts.resident;
    if (j->bounded)
        unseen = fmin(unseen, run->stats->slots);
    return fmax(run->floor, run->scale * (run->stats->seen + unseen));
}

/* Ordinary least squares of y on x; points with a NaN are left out.  The errors
 * of small runs are the largest and pull the line most, so the error of the slope
 * is the larger of the usual one and of one that minds both (HC3: MacKinnon and
 * White 1985). */
struct line {
    double slope, error;        /* NaN: x does not vary; of the slope, NaN: fewer than 3 points */
};

static struct line fit_line(const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, xy = 0, rr = 0, robust = 0, m = 0;
    struct line line = { NAN, NAN };
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && isfinite(y[i])) {
            mx += x[i];
            my += y[i];
            m++;
        }
    mx /= m;
    my /= m;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && isfinite(y[i])) {
            xx += (x[i] - mx) * (x[i] - mx);
            xy += (x[i] - mx) * (y[i] - my);
        }
    if (m < 2 || !(xx > 1e-12))
        return line;
    line.slope = xy / xx;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && isfinite(y[i])) {
            double rest = y[i] - my - line.slope * (x[i] - mx), dx = x[i] - mx;
            rr += rest * rest;
            robust += pow(dx / xx * rest / fmax(1 - 1 / m - dx * dx / xx, 1e-3), 2);
        }
    if (m > 2)
        line.error = sqrt(fmax(rr / (m - 2) / xx, robust));
    return line;
}

/* The error of a run's unseen cells that no law explains: of its hidden streaks,
 * and which blocks happen to be unseen. */
static double own_error(const struct member *m)
{
    const struct streak_run *run = m->run;
    double unseen = run->size / run->scale - run->stats->seen;
    if (!isnan(run->known) || !(unseen > 0) || !(run->size > 0))
        return 0;
    double cv = fmin(run->stats->cv, 3), chance = unseen * m->counts.block;
    return sqrt(cv * cv * unseen * unseen + chance) * run->scale / run->size;
}

/* Median sizes. */
static void answer_sizes(struct joint *j, struct streak_point *points)
{
    for (size_t i = 0; i < j->n; i++) {
        for (size_t l = 0; l < j->n_laws; l++)
            points[l] = (struct streak_point){ .value = j->size[l * j->n + i],
                                               .weight = j->law[l].weight };
        size_t n = streak_points_sort(points, j->n_laws);
        j->member[i].run->size = streak_points_quantile(points, n, STREAK_MID);
        j->member[i].run->error = own_error(&j->member[i]);
    }
}

static double ln_or_nan(double value)
{
    return value > 0 ? log(value) : NAN;
}

/* Exponents of each law's sizes, against the answers (bend) and with cost. */
static void answer_exponents(struct joint *j, struct streak_point *points, double *ln,
                             struct streak_joint *out)
{
    double *answer = ln, *cost = ln + j->n, *size = ln + 2 * j->n, low = INFINITY, high = 0;
    size_t n = 0, bends = 0;
    struct streak_point *bend = points + j->n_laws;
    for (size_t i = 0; i < j->n; i++) {
        const struct streak_run *run = j->member[i].run;
        answer[i] = ln_or_nan(run->size);
        cost[i] = ln_or_nan(run->cost);
        low = fmin(low, run->size);
        high = fmax(high, run->size);
    }
    out->flat = !(high >= FLAT * low);
    for (size_t l = 0; l < j->n_laws; l++) {
        for (size_t i = 0; i < j->n; i++)
            size[i] = ln_or_nan(j->size[l * j->n + i]);
        double slope = fit_line(size, cost, j->n).slope, b = fit_line(answer, size, j->n).slope;
        if (!isnan(slope))
            points[n++] = (struct streak_point){ .value = slope, .weight = j->law[l].weight };
        if (!isnan(b))
            bend[bends++] = (struct streak_point){ .value = b, .weight = j->law[l].weight };
    }
    struct line line = fit_line(answer, cost, j->n);
    if (out->flat || (n = streak_points_sort(points, n)) == 0 || isnan(line.slope))
        return;
    out->exponent = streak_points_quantile(points, n, STREAK_MID);
    double error = isnan(line.error) ? 0 : OLS_WIDTH * line.error;
    out->low = streak_points_quantile(points, n, STREAK_LOW);
    out->low = out->exponent - hypot(out->exponent - out->low, error);
    out->high = streak_points_quantile(points, n, STREAK_HIGH);
    out->high = out->exponent + hypot(out->high - out->exponent, error);
    if ((bends = streak_points_sort(bend, bends)) > 0) {
        out->bend_low = fmin(1, streak_points_quantile(bend, bends, STREAK_LOW));
        out->bend_high = fmax(1, streak_points_quantile(bend, bends, STREAK_HIGH));
    }
}

static int start_members(struct joint *j, struct streak_run *runs, size_t n,
                         struct streak_joint *out)
{
    double most = 0, nested = 0, estimated = 0;
    for (size_t i = 0; i < n; i++) {
        const struct streak_stats *s = runs[i].stats;
        runs[i].size = runs[i].error = NAN;
        out->estimated |= isnan(runs[i].known) && s->pairs > 0;
        if (isnan(runs[i].known) && !(s->pairs > 0))
            continue;
        struct member *m = &j->member[j->n++];
        *m = (struct member){ .run = &runs[i] };
        if (!isnan(runs[i].known))
            continue;
        streak_correct(s, &m->counts);
        streak_correct_block(s, &m->counts);
        if (!(s->instances > 2 * s->pairs))
            m->counts = (struct streak_counts){ .block = 1 };
        most = fmax(most, s->instances);
        nested += s->nested;
        estimated++;
        j->bounded &= s->gaps > 0;
    }
    bool walks = nested > MOSTLY_NESTED * estimated;
    for (size_t i = 0; i < j->n; i++) {
        struct member *m = &j->member[i];
        const struct streak_stats *s = m->run->stats;
        struct streak_counts *c = &m->counts;
        if (walks)
            *c = (struct streak_counts){ .hidden = streak_walk_unseen(s, 0).mid, .block = 1 };
        if (!isnan(m->run->known) || walks || !(c->f[1] > 0) || !(c->hidden > 0))
            continue;
        m->grid = malloc(sizeof *m->grid);
        if (!m->grid)
            return -1;
        streak_grid_start(m->grid, c->f[1] / (c->f[1] + c->hidden));
        for (int k = 1; k <= STREAK_EPISODES; k++)
            m->visible += c->f[k];
        m->ln_share = log(s->instances / most);
    }
    return 0;
}

static int answer(struct joint *j, struct streak_joint *out)
{
    weigh_laws(j);
    drop_unlikely(j);
    j->size = malloc((j->n_laws * j->n + 1) * sizeof *j->size);
    struct streak_point *points = malloc(2 * j->n_laws * sizeof *points);
    double *ln = calloc(3 * j->n + 1, sizeof *ln);
    int result = j->size && points && ln ? 0 : -1;
    if (result == 0) {
        for (size_t l = 0; l < j->n_laws; l++)
            for (size_t i = 0; i < j->n; i++)
                j->size[l * j->n + i] = size_by(j, &j->law[l], &j->member[i]);
        answer_sizes(j, points);
        answer_exponents(j, points, ln, out);
    }
    free(j->size);
    free(points);
    free(ln);
    return result;
}

int streak_joint(struct streak_run *runs, size_t n, struct streak_joint *out)
{
    struct joint j = { .bounded = true };
    *out = (struct streak_joint){ .exponent = NAN, .low = NAN, .high = NAN, .bend_low = 1,
                                  .bend_high = 1, .flat = true };
    j.member = calloc(n + 1, sizeof *j.member);
    j.law = malloc((1 + POWERS * SHARES * (2 * LAMBDAS + PARETO_LAMBDAS * STREAK_EXPONENTS)) *
                   sizeof *j.law);
    int result = j.member && j.law ? start_members(&j, runs, n, out) : -1;
    if (result == 0 && j.n > 0)
        result = answer(&j, out);
    for (size_t i = 0; j.member && i < j.n; i++)
        free(j.member[i].grid);
    free(j.member);
    free(j.law);
    return result;
}
