/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exponents of cost against size over runs of different lengths.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "figures.h"
#include "patterns.h"
#include "target/dataset_fit.h"
#include "size/streak_joint.h"

#define COVERAGE 0.90
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

/* Of runs of n, 2 n, 3 n... instances.  A family is the same loop in all of them. */
static struct exponents exponents_of(const struct sim_place *place, const char *pattern, uint64_t n,
                                     bool family, uint64_t seed, const char *rate)
{
    struct sim_run runs[RUNS];
    struct streak_run joint[RUNS];
    struct streak_joint answer;
    double truth[RUNS], alone[RUNS], cost[RUNS];
    for (size_t i = 0; i < RUNS; i++) {
        struct sim_run *r = &runs[i];
        uint64_t own = seed * 100 + i;
        sim_run_drawn(place, pattern, n * (i + 1), family ? seed : own, own * 7919 + 1, rate, r);
        joint[i] = (struct streak_run){ .stats = &r->stats,
                                        .known = r->exact ? r->estimates[0].size : NAN,
                                        .scale = r->scale, .floor = r->marked * r->scale,
                                        .cost = r->cost,
                                        .low = r->estimates[ESTIMATOR_DEFAULT].low,
                                        .high = r->estimates[ESTIMATOR_DEFAULT].high };
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
            e[i] = exponents_of(place, pattern_names[p], 1000, false, first + i, rate);
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

bool exponents(const struct sim_place *place, size_t seeds, uint64_t first)
{
    bool good = exponents_at(place, "100", seeds, first, 0.03, 0.07);
    return exponents_at(place, "auto", seeds, first, 0.015, 0.05) && good;
}

#define MOST_ERROR 2.           /* an error counts as this at most in means */

struct family_bound {
    const char *rate;
    double median, mean, coverage;      /* NaN: none is set */
};

/* A family is a random loop whose parameters stay while its length grows, and with
 * it the tables that are as large as the loop is long. */
static bool families_of(const struct sim_place *place, const char *pattern, size_t seeds,
                        uint64_t first, const struct family_bound *bound)
{
    static struct exponents e[SEEDS_MOST];
    double error[SEEDS_MOST], single[SEEDS_MOST];
    size_t n = 0, covered = 0, fitted = 0;
    double sum = 0, single_sum = 0;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < seeds; i++) {
        uint64_t shortest = (uint64_t)(500 * pow(12, uniform_of(first + i, 95, 0)));
        e[i] = exponents_of(place, pattern, shortest, true, first + i, bound->rate);
    }
    for (size_t i = 0; i < seeds; i++) {
        if (isnan(e[i].truth))
            continue;
        error[n] = fmin(MOST_ERROR, isnan(e[i].joint) ? fabs(e[i].truth)
                                                      : fabs(e[i].joint - e[i].truth));
        single[n] = fmin(MOST_ERROR, fabs(e[i].single - e[i].truth));
        covered += e[i].low <= e[i].truth && e[i].truth <= e[i].high;
        fitted += !(e[i].fit_low > e[i].truth) && !(e[i].fit_high < e[i].truth);
        sum += error[n];
        single_sum += single[n++];
    }
    double median = quantile(error, n, .5), mean = sum / (double)n;
    double coverage = (double)covered / (double)n;
    bool good = !(median > bound->median) && !(mean > bound->mean) && !(coverage < bound->coverage);
    printf("%-8s rate %-4s: %zu of %zu vary in size; |b - truth| median %.4f (%g), mean %.4f (%g), "
           "covered %.3f (%g)%s; interval of the report's fit: covered %.3f; runs one by one: median "
           "%.4f, mean %.4f\n", pattern, bound->rate, n, seeds, median, bound->median, mean,
           bound->mean, coverage, bound->coverage, good ? "" : " BAD", (double)fitted / (double)n,
           quantile(single, n, .5), single_sum / (double)n);
    fflush(stdout);
    return good;
}

bool families(const struct sim_place *place, size_t seeds, uint64_t first)
{
    static const struct family_bound bounds[] = { { "100", NAN, NAN, NAN },
                                                  { "auto", .05, .15, .82 } };
    static const char *const patterns[] = { "compound", "mixture" };
    bool good = true;
    printf("Exponents of %zu random loops each from seed %llu on, over 10 runs of n, 2 n ... 10 n "
           "instances (must be; nan: free)\n", seeds, (unsigned long long)first);
    for (size_t p = 0; p < 2; p++)
        for (size_t i = 0; i < 2; i++)
            good &= families_of(place, patterns[p], seeds, first, &bounds[i]);
    return good;
}
