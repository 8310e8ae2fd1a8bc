/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * accuracy SIMULATE FOLDER PART [SEEDS [FIRST-SEED [LOOP...]]]: how right sizes and
 * exponents are, beside what they must be.  Each run is a program under the
 * runtime.  Exit status 1: some figure is not what it must be.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "figures.h"
#include "patterns.h"

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
    bool good = most <= 1300 && least >= 200 && share >= 0.9 && fabs(bias) <= 0.01;
    printf("Pairs of %zu runs of 1000 to 20,000 instances at rate auto (must be): %zu to %zu (200 to "
           "1300), 64 or more in %.1f %% (90); streaks seen and hidden are off by %.2f %% on average "
           "(1)%s\n", seeds, least, most, 100 * share, 100 * bias, good ? "" : " BAD");
    return good;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        bool (*run)(const struct sim_place *place, size_t seeds, uint64_t first);
        size_t most;            /* seeds */
    } parts[] = { { "sizes", sizes, SEEDS_MOST },           { "mixtures", mixtures, SEEDS_MOST },
                  { "compounds", compounds, SEEDS_MOST },   { "sampler", sampler, SIZE_MAX },
                  { "exponents", exponents, SEEDS_MOST },   { "families", families, SEEDS_MOST } };
    if (argc < 4) {
        fprintf(stderr, "usage: accuracy SIMULATE FOLDER sizes|mixtures|compounds|sampler|exponents|"
                "families|replays [SEEDS [FIRST-SEED [LOOP...]]]\n");
        return 2;
    }
    const struct sim_place place = { argv[1], argv[2] };
    size_t seeds = argc > 4 ? strtoul(argv[4], NULL, 10) : 20;
    uint64_t first = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(argv[3], parts[i].name) == 0)
            return !parts[i].run(&place, seeds < parts[i].most ? seeds : parts[i].most, first);
    if (strcmp(argv[3], "replays") == 0)
        return !replays(&place, seeds < SEEDS_MOST ? seeds : SEEDS_MOST, first, argv + 6,
                        argc > 6 ? (size_t)argc - 6 : 0);
    fprintf(stderr, "accuracy: no part '%s'\n", argv[3]);
    return 2;
}
