/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to STREAK: how often the cells of a loop are visited.
 *
 * Each short streak of a cell shows as an episode with probability v, so a
 * cell with s streaks shows j ~ Binomial(s, v).  s is 1 for all cells ("one"),
 * or Poisson(lambda), or Poisson with lambda from a Pareto distribution (trees,
 * Zipf's law), each given s >= 1; or a mixture of "one" and either.
 */
#ifndef OFFLINE_STREAK_MODEL_H
#define OFFLINE_STREAK_MODEL_H

#include "size/streak.h"

#define STREAK_TEMPER 1.5       /* likelihoods are too sure of themselves by this */
#define STREAK_PRIOR_ONE 0.45
#define STREAK_PRIOR_POISSON 0.20
#define STREAK_PRIOR_PARETO 0.35
#define STREAK_PRIOR_GROWING 0.20   /* of several runs together only */
#define STREAK_PRIOR_MIXED 0.3  /* of a family's prior */
#define STREAK_LAMBDAS 192      /* bound of the mixture's grid */

/* Probability of j episodes of a visible cell (p[j - 1]), and unseen cells for
 * each visible one. */
struct streak_shape {
    double p[STREAK_EPISODES], unseen;
};

/* What depends on v only. */
struct streak_grid {
    double v;
    double lambda_max;          /* beyond, all cells are seen more than STREAK_EPISODES times */
    double one_unseen;          /* unseen cells for each visible one, if all are visited once */
    size_t n;
    double x[STREAK_LAMBDAS], p[STREAK_LAMBDAS][STREAK_EPISODES], unseen[STREAK_LAMBDAS];
    /* Of the last Pareto exponent asked for (NaN: none), sums from each lambda on. */
    double exponent, tail[STREAK_LAMBDAS + 1][STREAK_EPISODES + 1];
};

/* v: within (0, 1), brought into [1e-9, 1 - 1e-6]. */
void streak_grid_start(struct streak_grid *grid, double v);

/* grid.lambda_max for that v. */
double streak_grid_lambda_max(double v);

/* a = ln lambda; ln of the smallest lambda.  b: unused; the exponent (quickest if it is
 * that of the call before). */
typedef void streak_shape_fn(struct streak_grid *grid, double a, double b,
                             struct streak_shape *out);
streak_shape_fn streak_shape_poisson, streak_shape_pareto;

/* As Poisson, of a population that grows all through the run: lambda is that of
 * cells there from the start, of the others in proportion to their age. */
streak_shape_fn streak_shape_growing;

/* What the ln likelihoods, not yet tempered, of f[1 .. STREAK_EPISODES] have in common
 * for all shares w of "one". */
struct streak_terms {
    double first, p;            /* f[1], and its probability without "one" */
    double rest, ln_rest;       /* the other f, and their sum with ln p */
};

struct streak_terms streak_terms_of(const double *f, const struct streak_shape *shape);
double streak_likelihood(const struct streak_terms *terms, double w);

struct streak_range {
    double low, mid, high;
};

/* A point of a posterior. */
struct streak_point {
    double value, weight;
    double once;                /* share of visible cells that are read once, besides others */
};

#define STREAK_NEGLIGIBLE 1e-9  /* weight of a point, of about 1 in all */
#define STREAK_LOW 0.025        /* the quantiles that are asked for */
#define STREAK_MID 0.5
#define STREAK_HIGH 0.975

/* Drops points of negligible weight, and those that these three quantiles do not need, and
 * sorts the others by value; each weight becomes the share of all weights up to the
 * middle of its own.  How many points are left. */
size_t streak_points_sort(struct streak_point *points, size_t n);

/* One of the three quantiles of n > 0 points so sorted, linear between points: in their values;
 * in the logarithms of their values, which are positive. */
double streak_points_quantile(const struct streak_point *points, size_t n, double q);
double streak_points_quantile_ln(const struct streak_point *points, size_t n, double q);

/* Two kinds of cells: those read once, and others. */
struct streak_mix {
    double weight;              /* posterior weight of there being two */
    double once;                /* mean number of the former if so, unseen ones included */
};

/* Unseen cells, as 2.5, 50 and 97.5 % points: from f[1] (corrected) and the
 * other f, hidden streaks, block size and the relative error of hidden.
 * f[1], hidden, block > 0.  0 or -1 (no memory). */
int streak_posterior(const double *f, double hidden, double block, double cv,
                     struct streak_range *unseen, struct streak_mix *mix);

/* What steps 3 to 6 of the estimate need besides the sums. */
struct streak_counts {
    double f[STREAK_EPISODES + 1];
    double again;               /* cells in several episodes */
    double resident;            /* unseen cells of the class with long streaks */
    double hidden, block;
};

/* Step 3: cells of long streaks that are short by chance are another class. */
void streak_correct(const struct streak_stats *s, struct streak_counts *c);

/* Unseen slots of the ranges that instances read. */
double streak_room(const struct streak_stats *s);

/* Unseen cells of ranges that are taken to be read all over, but for others' data; 0: they are not.  They are if it is
 * known how much others have, there are streaks enough for all unseen slots, and the interval that the laws of visits
 * tell for the size does not exclude it, nor says much else.  Where there are too few streaks, or the interval is too
 * short, by no more than the errors of both: as many as there are. */
double streak_fill(const struct streak_stats *s, const struct streak_counts *c, double low, double high);

/* Unseen cells where instances are prefixes of one walk (nested); most: what other
 * reckonings say. */
struct streak_range streak_walk_unseen(const struct streak_stats *s, double most);

/* With few cells met again, blocks are taken to be neighbours in memory at least. */
void streak_correct_block(const struct streak_stats *s, struct streak_counts *c);

/* Shares of cells that are read once, where that is mixed in; exponents of the
 * Pareto distribution. */
#define STREAK_SHARES 9
#define STREAK_EXPONENTS 6
extern const double streak_shares[STREAK_SHARES], streak_exponents[STREAK_EXPONENTS];

#endif
