/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * accuracy SIMULATE FOLDER sizes|mixtures|sampler|exponents|replays [SEEDS [FIRST-SEED
 * [LOOP...]]]: how right sizes and exponents are, beside what they must be.  Each run is a program under the
 * runtime.  Exit status 1: some figure is not what it must be.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "point/dataset_fit.h"
#include "figures.h"
#include "patterns.h"
#include "size/streak_joint.h"

#define INSTANCES 10000
#define COVERAGE 0.90           /* of each pattern; MEAN_COVERAGE of all */
#define MEAN_COVERAGE 0.95

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double quantile(double *values, size_t n, double q)
{
    if (n == 0)
        return NAN;
    qsort(values, n, sizeof *values, compare);
    double at = q * (double)(n - 1);
    size_t low = (size_t)at;
    return low + 1 < n ? values[low] + (at - (double)low) * (values[low + 1] - values[low])
                       : values[n - 1];
}

/* Errors of one pattern at one rate. */
struct errors {
    double median, most, coverage;
    bool broken;                /* an interval without its estimate, a size under what was seen */
};

static struct errors judge(const struct sim_run *runs, size_t n, bool extents)
{
    double error[SEEDS_MOST];
    struct errors e = { 0 };
    for (size_t i = 0; i < n; i++) {
        const struct sim_run *r = &runs[i];
        struct estimate s = r->estimates[ESTIMATOR_DEFAULT];
        if (!extents && !r->exact)
            s = (struct estimate){ r->plain.size, r->plain.low, r->plain.high };
        e.broken |= !(r->marked <= s.low && s.low <= s.size && s.size <= s.high);
        error[i] = fabs(s.size / r->size - 1);
        e.coverage += (s.low <= r->size * (1 + 1e-9) && r->size <= s.high * (1 + 1e-9)) / (double)n;
    }
    e.median = quantile(error, n, 0.5);
    e.most = quantile(error, n, 0.9);
    return e;
}

static bool print_errors(const char *what, const struct errors *e, const struct bound *bound)
{
    bool good = !e->broken;
    if (isnan(bound->median)) {
        printf("  %s %5.1f %% / %5.1f %%  (free)", what, 100 * e->median, 100 * e->most);
        return good;
    }
    /* Half a percent: bounds are in whole ones. */
    good &= e->median <= bound->median + 0.005 && e->most <= bound->most + 0.005;
    printf("  %s %5.1f %% / %5.1f %%  (%g / %g)%s", what, 100 * e->median, 100 * e->most,
           100 * bound->median, 100 * bound->most, good ? "" : " BAD");
    return good;
}

static bool sizes_of(const struct sim_place *place, const struct bounds *b, size_t seeds,
                     uint64_t first, double *coverage)
{
    static const char *const rates[] = { "10", "100" };
    static struct sim_run runs[2][SEEDS_MOST];
    bool good = true;
    for (int rate = 0; rate < 2; rate++) {
#pragma omp parallel for schedule(dynamic)
        for (size_t i = 0; i < seeds; i++)
            sim_run(place, b->pattern, INSTANCES, first + i, rates[rate], &runs[rate][i]);
    }
    struct errors e[3] = { judge(runs[0], seeds, true), judge(runs[1], seeds, true),
                           judge(runs[1], seeds, false) };
    printf("%-20s", b->pattern);
    for (int i = 0; i < 3; i++)
        good &= print_errors(i == 0 ? "1/10" : i == 1 ? "1/100" : "no extents", &e[i], &b->bound[i]);
    printf("  covered");
    for (int i = 0; i < 3; i++) {
        bool low = e[i].coverage < COVERAGE && !(b->uncovered >> i & 1);
        printf(" %.2f%s", e[i].coverage, low ? " BAD" : "");
        good &= !low;
        coverage[i] += e[i].coverage;
    }
    putchar('\n');
    fflush(stdout);
    return good;
}

static bool sizes(const struct sim_place *place, size_t seeds, uint64_t first)
{
    double coverage[3] = { 0 };
    size_t n = 0;
    bool good = true;
    printf("Error of sizes, median / 90th percentile of %zu runs each (must be), and how often\n"
           "the 95 %% interval holds the truth (at least %.2f)\n", seeds, COVERAGE);
    for (; pattern_bounds[n].pattern; n++)
        good &= sizes_of(place, &pattern_bounds[n], seeds, first, coverage);
    printf("mean coverage");
    for (int i = 0; i < 3; i++) {
        printf(" %.3f%s", coverage[i] / (double)n, coverage[i] / (double)n < MEAN_COVERAGE ? " BAD" : "");
        good &= coverage[i] / (double)n >= MEAN_COVERAGE;
    }
    printf(" (at least %.2f)\n", MEAN_COVERAGE);
    return good;
}

/* Random loops, each another one. */
static bool mixtures_at(const struct sim_place *place, size_t seeds, uint64_t first,
                        const char *rate, double median_bound, double factor_bound,
                        double coverage_bound)
{
    static struct sim_run runs[SEEDS_MOST];
    double error[SEEDS_MOST], factor[SEEDS_MOST];
    size_t covered = 0, good = 0, n = 0;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < seeds; i++)
        sim_run(place, "mixture", 0, first + i, rate, &runs[i]);
    for (size_t i = 0; i < seeds; i++) {
        const struct estimate *s = &runs[i].estimates[ESTIMATOR_DEFAULT];
        double truth = runs[i].size;
        good += runs[i].marked <= s->low && s->low <= s->size && s->size <= s->high;
        covered += s->low <= truth * (1 + 1e-9) && truth <= s->high * (1 + 1e-9);
        error[n] = fabs(s->size / truth - 1);
        factor[n++] = fmax(s->size / truth, truth / s->size);
    }
    double median = quantile(error, n, .5), most = quantile(factor, n, .9);
    double coverage = (double)covered / (double)n;
    bool fine = good == n && median <= median_bound && most <= factor_bound &&
                coverage >= coverage_bound;
    printf("rate %-4s: median error %.1f %% (%g), 90th percentile x%.2f (%g), covered %.3f (%g)%s\n",
           rate, 100 * median, 100 * median_bound, most, factor_bound, coverage, coverage_bound,
           fine ? "" : " BAD");
    fflush(stdout);
    return fine;
}

static bool mixtures(const struct sim_place *place, size_t seeds, uint64_t first)
{
    printf("Sizes of %zu random loops from seed %llu on (must be)\n", seeds,
           (unsigned long long)first);
    bool good = mixtures_at(place, seeds, first, "10", .03, 1.25, .92);
    good &= mixtures_at(place, seeds, first, "100", .15, 2.1, .90);
    return mixtures_at(place, seeds, first, "1000", .70, 10, .85) && good;
}

/* How many pairs `auto' keeps of 1000 instances and more, and whether the sizes
 * that it leads to are right on average. */
static bool sampler(const struct sim_place *place, size_t seeds, uint64_t first)
{
    size_t most = 0, least = SIZE_MAX, enough = 0;
    double bias = 0;
#pragma omp parallel for schedule(dynamic) reduction(max : most) reduction(min : least) \
    reduction(+ : enough, bias)
    for (size_t i = 0; i < seeds; i++) {
        struct sim_run run;
        uint64_t n = (uint64_t)(1000 * pow(20, uniform_of(first + i, 1, 0)));
        sim_run(place, "05_win50_5", n, first + i, "auto", &run);
        size_t pairs = (size_t)run.stats.pairs;
        most = pairs > most ? pairs : most;
        least = pairs < least ? pairs : least;
        enough += pairs >= 64;
        bias += (run.stats.seen + run.stats.hidden) / run.size - 1;
    }
    double share = (double)enough / (double)seeds;
    bias /= (double)seeds;
    bool good = most <= 128 && least >= 40 && share >= 0.9 && fabs(bias) <= 0.01;
    printf("Pairs of %zu runs of 1000 to 20,000 instances at rate auto (must be): %zu to %zu (40 to "
           "128), 64 or more in %.1f %% (90); streaks seen and hidden are off by %.2f %% on average "
           "(1)%s\n", seeds, least, most, 100 * share, 100 * bias, good ? "" : " BAD");
    return good;
}

#define RUNS 10                 /* of 1000 to 10,000 instances */

static double slope(const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++) {
        mx += x[i] / (double)n;
        my += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / xx;
}

struct exponents {
    double truth, joint, low, high, single;
    double fit_low, fit_high;   /* interval of the report's fit; NaN: open */
};

/* The fit of a report, against these sizes. */
static struct fit fit_of(const struct streak_run *runs, const struct streak_joint *joint)
{
    const struct target target = { .joint = *joint };
    struct fit_point points[RUNS];
    struct fit fit;
    for (size_t i = 0; i < RUNS; i++)
        points[i] = (struct fit_point){ runs[i].size, runs[i].cost, runs[i].error, 1 };
    if (fit_run(points, RUNS, &fit) != 0)
        exit(1);
    dataset_joint_widen(&target, &fit);
    return fit;
}

static struct exponents exponents_of(const struct sim_place *place, const char *pattern,
                                     uint64_t seed, const char *rate)
{
    struct sim_run runs[RUNS];
    struct streak_run joint[RUNS];
    struct streak_joint answer;
    double truth[RUNS], alone[RUNS], cost[RUNS];
    for (size_t i = 0; i < RUNS; i++) {
        struct sim_run *r = &runs[i];
        sim_run(place, pattern, 1000 * (i + 1), seed * 100 + i, rate, r);
        joint[i] = (struct streak_run){ .stats = &r->stats,
                                        .known = r->exact ? r->estimates[0].size : NAN,
                                        .scale = r->scale, .floor = r->marked * r->scale,
                                        .cost = r->cost };
        truth[i] = log(r->size);
        alone[i] = log(r->estimates[ESTIMATOR_DEFAULT].size);
        cost[i] = log(r->cost);
    }
    if (streak_joint(joint, RUNS, &answer) != 0)
        exit(1);
    const struct fit fit = fit_of(joint, &answer);
    double spread = fabs(truth[RUNS - 1] - truth[0]);
    return (struct exponents){ spread > log(1.35) ? slope(truth, cost, RUNS) : NAN,
                               answer.exponent, answer.low, answer.high, slope(alone, cost, RUNS),
                               fit.exponent_low, fit.exponent_high };
}

static bool exponents_at(const struct sim_place *place, const char *rate, size_t seeds,
                         uint64_t first, double median_bound, double mean_bound)
{
    static double all[40 * SEEDS_MOST], singles[40 * SEEDS_MOST];
    size_t n = 0, covered = 0, fitted = 0;
    double sum = 0, single_sum = 0;
    for (size_t p = 0; pattern_names[p]; p++) {
        static struct exponents e[SEEDS_MOST];
        double worst = 0, held = 0, fit_held = 0;
#pragma omp parallel for schedule(dynamic)
        for (size_t i = 0; i < seeds; i++)
            e[i] = exponents_of(place, pattern_names[p], first + i, rate);
        if (isnan(e[0].truth))
            continue;
        printf("  %-20s truth %.2f ", pattern_names[p], e[0].truth);
        for (size_t i = 0; i < seeds; i++) {
            double error = isnan(e[i].joint) ? fabs(e[i].truth) : fabs(e[i].joint - e[i].truth);
            all[n] = error;
            singles[n++] = fabs(e[i].single - e[i].truth);
            sum += error;
            single_sum += singles[n - 1];
            worst = fmax(worst, error);
            bool fits = !(e[i].fit_low > e[i].truth) && !(e[i].fit_high < e[i].truth);
            fitted += fits;
            fit_held += fits / (double)seeds;
            bool inside = e[i].low <= e[i].truth && e[i].truth <= e[i].high;
            covered += inside;
            held += inside / (double)seeds;
            if (i < 3)
                printf(" %.3f [%.2f, %.2f] (fit [%.2f, %.2f], one by one %.3f)", e[i].joint,
                       e[i].low, e[i].high, e[i].fit_low, e[i].fit_high, e[i].single);
        }
        printf("  worst %.3f, held %.2f, by the fit %.2f\n", worst, held, fit_held);
        fflush(stdout);
    }
    double median = quantile(all, n, 0.5), mean = sum / (double)n;
    double coverage = (double)covered / (double)n;
    bool good = median <= median_bound && mean <= mean_bound && coverage >= COVERAGE;
    printf("rate %s: |b - truth| median %.4f (%g), mean %.4f (%g), covered %.3f (%.2f)%s; interval "
           "of the report's fit: covered %.3f; runs one by one: median %.4f, mean %.4f\n", rate,
           median, median_bound, mean, mean_bound, coverage, COVERAGE, good ? "" : " BAD",
           (double)fitted / (double)n, quantile(singles, n, 0.5), single_sum / (double)n);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: accuracy SIMULATE FOLDER sizes|mixtures|sampler|exponents|replays "
                "[SEEDS [FIRST-SEED [LOOP...]]]\n");
        return 2;
    }
    const struct sim_place place = { argv[1], argv[2] };
    size_t seeds = argc > 4 ? strtoul(argv[4], NULL, 10) : 20;
    uint64_t first = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    if (strcmp(argv[3], "sampler") == 0)
        return !sampler(&place, seeds, first);
    seeds = seeds < SEEDS_MOST ? seeds : SEEDS_MOST;
    if (strcmp(argv[3], "sizes") == 0)
        return !sizes(&place, seeds, first);
    if (strcmp(argv[3], "replays") == 0)
        return !replays(&place, seeds, first, argv + 6, argc > 6 ? (size_t)argc - 6 : 0);
    if (strcmp(argv[3], "mixtures") == 0)
        return !mixtures(&place, seeds, first);
    bool good = exponents_at(&place, "100", seeds, first, 0.03, 0.07);
    return !(exponents_at(&place, "auto", seeds, first, 0.015, 0.05) && good);
}
