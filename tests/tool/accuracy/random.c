/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes of random loops, each another one.
 */
#include <math.h>
#include <stdio.h>

#include "figures.h"

struct random_bound {
    const char *rate;
    double median, factor, coverage;
};

static bool random_at(const struct sim_place *place, const char *pattern, size_t seeds,
                      uint64_t first, const struct random_bound *bound)
{
    static struct sim_run runs[SEEDS_MOST];
    double error[SEEDS_MOST], factor[SEEDS_MOST];
    size_t covered = 0, good = 0, n = 0;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < seeds; i++)
        sim_run(place, pattern, 0, first + i, bound->rate, &runs[i]);
    for (size_t i = 0; i < seeds; i++) {
        const struct estimate *s = &runs[i].estimates[ESTIMATOR_DEFAULT];
        double truth = runs[i].size;
        /* Of pairs that read nothing no interval is told. */
        good += isnan(s->low) && isnan(s->high) ? runs[i].marked <= s->size
                : runs[i].marked <= s->low && s->low <= s->size && s->size <= s->high;
        covered += s->low <= truth * (1 + 1e-9) && truth <= s->high * (1 + 1e-9);
        error[n] = fabs(s->size / truth - 1);
        factor[n++] = fmax(s->size / truth, truth / s->size);
    }
    double median = quantile(error, n, .5), most = quantile(factor, n, .9);
    double coverage = (double)covered / (double)n;
    bool fine = good == n && median <= bound->median && most <= bound->factor &&
                coverage >= bound->coverage;
    printf("rate %-4s: median error %.1f %% (%g), 90th percentile x%.2f (%g), covered %.3f (%g)%s\n",
           bound->rate, 100 * median, 100 * bound->median, most, bound->factor, coverage,
           bound->coverage, fine ? "" : " BAD");
    fflush(stdout);
    return fine;
}

static bool random_loops(const struct sim_place *place, const char *pattern, size_t seeds,
                         uint64_t first)
{
    static const struct random_bound bounds[] = {
        { "10", .03, 1.25, .92 }, { "100", .15, 2.1, .90 }, { "1000", .70, 10, .85 },
    };
    bool good = true;
    printf("Sizes of %zu random loops (%ss) from seed %llu on (must be)\n", seeds, pattern,
           (unsigned long long)first);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        good &= random_at(place, pattern, seeds, first, &bounds[i]);
    return good;
}

bool mixtures(const struct sim_place *place, size_t seeds, uint64_t first)
{
    return random_loops(place, "mixture", seeds, first);
}

bool compounds(const struct sim_place *place, size_t seeds, uint64_t first)
{
    return random_loops(place, "compound", seeds, first);
}
