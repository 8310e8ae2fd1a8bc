/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "size/streak_joint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/moments.h"
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
    double v;                   /* of its grid; NaN: no law of visits has a say (nothing hidden, or known) */
    double visible, ln_share;   /* cells seen in short episodes; ln (n / n of the largest) */
    double full;                /* size if its ranges are read all over, as they may be; 0: they are not */
};

/* A law: a point of the grids. */
struct law {
    streak_shape_fn *shape;     /* NULL: "one" */
    double a, b, power, share, weight;  /* weight: its logarithm at first */
    double likelihood;          /* ln, of all runs */
};

/* By a law that has a say: of ln cost on its ln sizes; of these on the answers'. */
struct lines {
    struct moments cost, bend;
};

/* Only one run's grid is there at a time, and no law's sizes: memory does not grow
 * with runs, of which there may be many. */
struct joint {
    struct member *member;
    size_t n;
    bool bounded;               /* every run has extents */
    struct law *law;
    struct lines *lines;        /* of each law that is not dropped */
    size_t n_laws;
    struct streak_grid *grid;   /* of the member that is looked at */
};

/* Of the visible cells of a run, those read once, if they are this share of all
 * cells of the largest run.  They are as many as instances; the others are
 * (n / n of the largest)^(1 - power) times those of the largest run. */
static double visible_share(const struct streak_grid *grid, const struct member *m,
                            const struct streak_shape *s, double share, double power)
{
    double once = share * grid->v * exp(power * m->ln_share);
    return once > 0 ? once / (once + (1 - share) / (1 + s->unseen)) : 0;
}

static double share_of(size_t w)
{
    return w == 0 ? 0 : streak_shares[w - 1];
}

/* Adds a run to the SHARES laws from `base` on, which differ in their share of
 * "one" only. */
static void weigh_shares(const struct joint *j, const struct member *m, struct law *base)
{
    struct streak_shape s;
    base->shape(j->grid, base->a + base->power * m->ln_share, base->b, &s);
    const struct streak_terms terms = streak_terms_of(m->counts.f, &s);
    for (size_t w = 0; w < SHARES; w++) {
        double share = visible_share(j->grid, m, &s, share_of(w), base->power);
        base[w].likelihood += streak_likelihood(&terms, share) / (STREAK_TEMPER * m->counts.block);
    }
}

static void add_family(struct joint *j, streak_shape_fn *shape, double prior, double low,
                       double high, size_t lambdas, size_t exponents)
{
    for (size_t g = 0; g < POWERS; g++)
        for (size_t k = 0; k < exponents; k++)
            for (size_t i = 0; i < lambdas * SHARES; i++) {
                struct law law = { .shape = shape, .power = powers[g].power,
                                   .b = streak_exponents[k], .share = share_of(i % SHARES) };
                law.a = low + (high - low) * (double)(i / SHARES) / (double)(lambdas - 1);
                law.weight = log(prior * powers[g].prior / (double)(lambdas * exponents));
                j->law[j->n_laws++] = law;
            }
}

static void add_laws(struct joint *j)
{
    double high = log(0.05);
    bool again = false, told = false;
    for (size_t i = 0; i < j->n; i++) {
        if (isnan(j->member[i].v))
            continue;
        told = true;
        high = fmax(high, log(streak_grid_lambda_max(j->member[i].v)));
        again |= j->member[i].counts.again > 0;
    }
    if (!again)
        j->law[j->n_laws++] = (struct law){ .weight = log(STREAK_PRIOR_ONE) };
    else                        /* else nothing tells it from Poisson */
        add_family(j, streak_shape_growing, STREAK_PRIOR_GROWING, log(.05), high, LAMBDAS, 1);
    if (!told)                  /* the sizes are the same by all laws */
        return;
    add_family(j, streak_shape_poisson, STREAK_PRIOR_POISSON, log(.05), high, LAMBDAS, 1);
    add_family(j, streak_shape_pareto, STREAK_PRIOR_PARETO, log(.1), high, PARETO_LAMBDAS,
               STREAK_EXPONENTS);
}

/* All laws with the logarithms of their weights. */
static void weigh_laws(struct joint *j)
{
    add_laws(j);
    size_t first = j->law[0].shape ? 0 : 1;
    for (size_t i = 0; i < j->n; i++) {
        if (isnan(j->member[i].v))
            continue;
        streak_grid_start(j->grid, j->member[i].v);
        for (size_t l = first; l < j->n_laws; l += SHARES)
            weigh_shares(j, &j->member[i], &j->law[l]);
    }
    for (size_t l = first; l < j->n_laws; l++) {
        struct law *law = &j->law[l];
        bool mixed = (l - first) % SHARES > 0;
        law->weight = law->weight + law->likelihood +
                      log(mixed ? STREAK_PRIOR_MIXED / STREAK_SHARES : 1 - STREAK_PRIOR_MIXED);
    }
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

/* Whether both tell a run the same visits. */
static bool same_visits(const struct law *x, const struct law *y)
{
    return x->shape == y->shape && memcmp(&x->a, &y->a, sizeof x->a) == 0 &&
           memcmp(&x->b, &y->b, sizeof x->b) == 0 && memcmp(&x->power, &y->power, sizeof x->power) == 0;
}

/* Unseen cells for each visible one by each law, of the member whose grid it is. */
static void unseen_by_laws(const struct joint *j, const struct member *m, double *unseen)
{
    const double one = j->grid->one_unseen;
    struct streak_shape s = { .unseen = 0 };
    for (size_t l = 0; l < j->n_laws; l++) {
        const struct law *law = &j->law[l];
        unseen[l] = one;
        if (!law->shape)
            continue;
        if (l == 0 || !same_visits(law, &law[-1]))
            law->shape(j->grid, law->a + law->power * m->ln_share, law->b, &s);
        double share = visible_share(j->grid, m, &s, law->share, law->power);
        unseen[l] = share * one + (1 - share) * s.unseen;
    }
}

/* Whether laws of visits tell the run's size. */
static bool by_visits(const struct member *m)
{
    return isnan(m->run->known) && !isnan(m->v);
}

static double size_of(const struct joint *j, const struct member *m, double unseen)
{
    const struct streak_run *run = m->run;
    if (!isnan(run->known))
        return run->known;
    unseen += m->counts.resident;
    if (j->bounded && !run->stats->filled && run->stats->slots < unseen)
        unseen = run->stats->slots;
    double size = run->scale * (run->stats->seen + unseen);
    return size < run->floor ? run->floor : size;
}

/* A run's size by each law. */
static void sizes_by_laws(struct joint *j, const struct member *m, double *size)
{
    streak_grid_start(j->grid, m->v);
    unseen_by_laws(j, m, size);
    for (size_t l = 0; l < j->n_laws; l++) {
        double unseen = m->visible * size[l];
        size[l] = size_of(j, m, unseen < m->counts.hidden ? unseen : m->counts.hidden);
    }
}

/* Points that are not numbers are left out. */
static void point_add(struct moments *m, double x, double y)
{
    if (isfinite(x) && isfinite(y))
        moments_add(m, 1, x, y);
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
    struct moments m = { 0 };
    struct line line = { NAN, NAN };
    double rr = 0, robust = 0;
    for (size_t i = 0; i < n; i++)
        point_add(&m, x[i], y[i]);
    if (m.w < 2 || !(m.xx > 1e-12))
        return line;
    line.slope = moments_slope(&m);
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && isfinite(y[i])) {
            double dx = x[i] - m.x, rest = y[i] - m.y - line.slope * dx;
            rr += rest * rest;
            robust += pow(dx / m.xx * rest / fmax(1 - 1 / m.w - dx * dx / m.xx, 1e-3), 2);
        }
    if (m.w > 2)
        line.error = sqrt(fmax(rr / (m.w - 2) / m.xx, robust));
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

static double ln_or_nan(double value)
{
    return value > 0 ? log(value) : NAN;
}

static double slope_of(const struct moments *m)
{
    return m->w < 2 || !(m->xx > 1e-12) ? NAN : moments_slope(m);
}

/* The median of the sizes. */
static double middle(const struct joint *j, struct streak_point *points, const double *size)
{
    for (size_t l = 0; l < j->n_laws; l++)
        points[l] = (struct streak_point){ .value = size[l], .weight = j->law[l].weight };
    size_t n = streak_points_sort(points, j->n_laws);
    return streak_points_quantile(points, n, STREAK_MID);
}

/* Median sizes, and each law's lines.  size: room for each law. */
static void answer_sizes(struct joint *j, struct streak_point *points, double *size)
{
    for (size_t i = 0; i < j->n; i++) {
        const struct member *m = &j->member[i];
        struct streak_run *run = m->run;
        bool visits = by_visits(m);
        if (visits) {
            sizes_by_laws(j, m, size);
            run->size = middle(j, points, size);
            if (run->size < m->full || (m->full > 0 && run->stats->foreign > 0)) {
                run->size = m->full;
                visits = false;
            }
        } else {
            run->size = size_of(j, m, m->counts.hidden);
        }
        run->error = own_error(m);
        double answer = ln_or_nan(run->size), cost = ln_or_nan(run->cost);
        for (size_t l = 0; l < j->n_laws; l++) {
            double ln = visits ? ln_or_nan(size[l]) : answer;
            point_add(&j->lines[l].cost, ln, cost);
            point_add(&j->lines[l].bend, answer, ln);
        }
    }
}

/* Exponents of each law's sizes, against the answers (bend) and with cost. */
static void answer_exponents(struct joint *j, struct streak_point *points, double *ln,
                             struct streak_joint *out)
{
    double *answer = ln, *cost = ln + j->n, low = INFINITY, high = 0;
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
    if (out->flat)
        return;
    for (size_t l = 0; l < j->n_laws; l++) {
        double slope = slope_of(&j->lines[l].cost), b = slope_of(&j->lines[l].bend);
        if (!isnan(slope))
            points[n++] = (struct streak_point){ .value = slope, .weight = j->law[l].weight };
        if (!isnan(b))
            bend[bends++] = (struct streak_point){ .value = b, .weight = j->law[l].weight };
    }
    struct line line = fit_line(answer, cost, j->n);
    if ((n = streak_points_sort(points, n)) == 0 || isnan(line.slope))
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

static void start_members(struct joint *j, struct streak_run *runs, size_t n,
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
        *m = (struct member){ .run = &runs[i], .v = NAN };
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
        if (s->filled)
            *c = (struct streak_counts){ .hidden = s->beyond, .block = 1 };
        else if (walks)
            *c = (struct streak_counts){ .hidden = streak_walk_unseen(s, 0).mid, .block = 1 };
        if (!isnan(m->run->known) || walks || s->filled || !(c->f[1] > 0) || !(c->hidden > 0))
            continue;
        m->v = c->f[1] / (c->f[1] + c->hidden);
        for (int k = 1; k <= STREAK_EPISODES; k++)
            m->visible += c->f[k];
        m->ln_share = log(s->instances / most);
        double fill = streak_fill(s, c, m->run->low / m->run->scale, m->run->high / m->run->scale);
        m->full = fill > 0 ? m->run->scale * (s->seen + fill) : 0;
    }
}

static int answer(struct joint *j, struct streak_joint *out)
{
    weigh_laws(j);
    drop_unlikely(j);
    double *size = malloc((j->n_laws + 1) * sizeof *size);
    struct streak_point *points = malloc((2 * j->n_laws + 1) * sizeof *points);
    double *ln = calloc(2 * j->n + 1, sizeof *ln);
    j->lines = calloc(j->n_laws + 1, sizeof *j->lines);
    int result = size && points && ln && j->lines ? 0 : -1;
    if (result == 0) {
        answer_sizes(j, points, size);
        answer_exponents(j, points, ln, out);
    }
    free(size);
    free(points);
    free(ln);
    free(j->lines);
    return result;
}

int streak_joint(struct streak_run *runs, size_t n, struct streak_joint *out)
{
    struct joint j = { .bounded = true };
    *out = (struct streak_joint){ .exponent = NAN, .low = NAN, .high = NAN, .bend_low = 1,
                                  .bend_high = 1, .flat = true };
    j.member = calloc(n + 1, sizeof *j.member);
    j.grid = malloc(sizeof *j.grid);
    j.law = malloc((1 + POWERS * SHARES * (2 * LAMBDAS + PARETO_LAMBDAS * STREAK_EXPONENTS)) *
                   sizeof *j.law);
    int result = j.member && j.grid && j.law ? 0 : -1;
    if (result == 0)
        start_members(&j, runs, n, out);
    if (result == 0 && j.n > 0)
        result = answer(&j, out);
    free(j.member);
    free(j.grid);
    free(j.law);
    return result;
}
