/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Does the fit recover cost functions that are known?  Seeded Monte-Carlo
 * against the figures in docs/methods.md.
 *
 *   fit_recover [SETS [SEED [loose]]]      half as many free power laws on top
 *
 * `loose' draws all sizes, so that the smallest and largest are not a whole
 * number of decades apart but less; it tells the figures, and judges nothing.
 *
 * Of a share p that must be reached in n trials less than p by two standard
 * errors, sqrt (p (1 - p) / n) each, is let pass below 10,000 sets: so much a
 * fit that is just good enough may miss it by chance.  From there on nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit_generate.h"
#include "target/verdict.h"

#define SETS 1500
#define SETS_FULL 10000
#define CELLS 6                 /* points by decades */

static int loose;       /* the option */

struct share {
    long hits, trials;
};

struct tally {
    struct share exact, covered, single_right, false_alarm, found, regimes, exponent;
    struct share cell_exact[CELLS], cell_covered[CELLS], cell_exponent[CELLS];
    long set_members, refused;
};

static void count(struct share *s, bool hit)
{
    s->trials++;
    s->hits += hit;
}

static double percent(const struct share *s)
{
    return s->trials ? 100.0 * (double)s->hits / (double)s->trials : NAN;
}

static int cell_of(const struct design *d)
{
    return (d->decades - 1) * 3 + (d->points == 5 ? 0 : d->points == 10 ? 1 : 2);
}

static struct fit fit_design(gsl_rng *rng, const struct design *d)
{
    struct fit_point points[GENERATE_POINTS_MAX];
    struct fit fit;
    generate_points(rng, d, points);
    if (fit_run(points, (size_t)d->points, &fit) != 0)
        abort();
    return fit;
}

static void one_class(gsl_rng *rng, struct tally *t)
{
    struct design d;
    generate_design(rng, &d);
    d.loose = loose;
    struct fit fit = fit_design(rng, &d);
    bool covered = fit.set >> d.cls & 1;
    count(&t->exact, fit.cls == d.cls);
    count(&t->covered, covered);
    count(&t->cell_exact[cell_of(&d)], fit.cls == d.cls);
    count(&t->cell_covered[cell_of(&d)], covered);
    t->set_members += __builtin_popcount(fit.set);
    t->refused += fit.warnings & (1u << FIT_FEW_SIZES | 1u << FIT_CLOSE_SIZES) ? 1 : 0;
    if (__builtin_popcount(fit.set) == 1)
        count(&t->single_right, covered);
    if (d.cls <= FIT_NLOGN)
        count(&t->false_alarm, judge_alarm(&fit) > 0);
    if (d.cls >= FIT_N2 && d.cls <= FIT_N3)
        count(&t->found, judge_alarm(&fit) > 0);
    if (d.points >= 10)
        count(&t->regimes, fit.warnings & 1u << FIT_TWO_REGIMES);
}

/* Only fits that give an exponent at all are judged. */
static void one_power(gsl_rng *rng, struct tally *t)
{
    struct design d;
    generate_design(rng, &d);
    d.loose = loose;
    d.cls = FIT_POWER;
    d.exponent = 0.3 + 2.7 * gsl_rng_uniform(rng);
    struct fit fit = fit_design(rng, &d);
    if (isnan(fit.exponent))
        return;
    bool inside = !(d.exponent < fit.exponent_low || d.exponent > fit.exponent_high);
    count(&t->exponent, inside);
    count(&t->cell_exponent[cell_of(&d)], inside);
}

static int number, failures;

static void verdict(bool good, const char *what, const char *observed)
{
    if (loose) {
        printf("# %s: %s\n", what, observed);
        return;
    }
    failures += !good;
    printf("%s %d - %s: %s\n", good ? "ok" : "not ok", ++number, what, observed);
}

static double allowance(double bound, long trials, long sets)
{
    return sets >= SETS_FULL ? 0 : 2 * sqrt(bound * (100 - bound) / (double)trials);
}

/* Bounds are in percent. */
static void at_least(const struct share *s, double bound, long sets, const char *what)
{
    char text[128];
    double slack = allowance(bound, s->trials, sets);
    snprintf(text, sizeof text, "%.2f %% of %ld (>= %.1f %%, less %.2f)", percent(s), s->trials,
             bound, slack);
    verdict(percent(s) >= bound - slack, what, text);
}

static void at_most(const struct share *s, double bound, long sets, const char *what)
{
    char text[128];
    double slack = allowance(bound, s->trials, sets);
    snprintf(text, sizeof text, "%.2f %% of %ld (<= %.1f %%, plus %.2f)", percent(s), s->trials,
             bound, slack);
    verdict(percent(s) <= bound + slack, what, text);
}

static void judge(const struct tally *t, long sets)
{
    char text[128];
    double members = (double)t->set_members / (double)sets;
    at_least(&t->exact, 85, sets, "exact class");
    at_least(&t->cell_exact[5], 95, sets, "exact class at 30 points, 2 decades");
    at_least(&t->covered, 98.5, sets, "true class in the set");
    snprintf(text, sizeof text, "%.2f classes (<= 2)", members);
    verdict(members <= 2, "mean size of the set", text);
    at_least(&t->single_right, 99, sets, "sets of one class right");
    at_most(&t->false_alarm, 0.7, sets, "false alarms up to n log n");
    at_least(&t->found, 99, sets, "alarms from n^2 to n^3");
    at_most(&t->regimes, 3, sets, "two regimes seen where there is one");
    at_least(&t->exponent, 93, sets, "exponent in its interval");
    at_most(&t->exponent, 99, sets, "exponent not too often in its interval");
    snprintf(text, sizeof text, "%ld", t->refused);
    verdict(t->refused == 0, "sets refused", text);
}

static void print_cells(const struct tally *t)
{
    for (int i = 0; i < CELLS; i++)
        printf("# %d decade%s, %2d points: exact %.1f %%, in the set %.1f %%, exponent in its "
               "interval %.1f %%\n",
               i / 3 + 1, i / 3 ? "s" : "", (int[]){ 5, 10, 30 }[i % 3],
               percent(&t->cell_exact[i]), percent(&t->cell_covered[i]),
               percent(&t->cell_exponent[i]));
}

int main(int argc, char **argv)
{
    long sets = argc > 1 ? atol(argv[1]) : SETS;
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct tally t = { 0 };
    loose = argc > 3 && strcmp(argv[3], "loose") == 0;
    if (!rng || sets < 1)
        return 2;
    gsl_rng_set(rng, seed);
    for (long i = 0; i < sets; i++)
        one_class(rng, &t);
    for (long i = 0; i < sets / 2; i++)
        one_power(rng, &t);
    judge(&t, sets);
    print_cells(&t);
    gsl_rng_free(rng);
    return failures ? 1 : 0;
}
