/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recorded loops of real programs: every instance is known, so the size is; the
 * runtime's sampler draws from them as it would have in the program.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figures.h"
#include "replay.h"

struct outcome {
    double pairs, ratio, error, factor, covered;
    bool broken;
};

static struct outcome outcome_of(const struct sim_run *runs, size_t n)
{
    double ratio[SEEDS_MOST], error[SEEDS_MOST], factor[SEEDS_MOST], pairs[SEEDS_MOST];
    struct outcome o = { 0 };
    for (size_t i = 0; i < n; i++) {
        const struct sim_run *r = &runs[i];
        const struct estimate *e = &r->estimates[ESTIMATOR_DEFAULT];
        o.broken |= !(r->marked * r->scale <= e->low * (1 + 1e-9) && e->low <= e->size &&
                      e->size <= e->high);
        ratio[i] = e->size / r->size;
        error[i] = fabs(ratio[i] - 1);
        factor[i] = fmax(ratio[i], 1 / ratio[i]);
        pairs[i] = r->stats.pairs;
        o.covered += (e->low <= r->size * (1 + 1e-9) && r->size <= e->high * (1 + 1e-9)) / (double)n;
    }
    o.pairs = quantile(pairs, n, .5);
    o.ratio = quantile(ratio, n, .5);
    o.error = quantile(error, n, .5);
    o.factor = quantile(factor, n, .9);
    return o;
}

static void print_head(const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    const char *end = strrchr(name, '.');
    struct replay r;
    replay_open(&r, file);
    printf("%-16.*s %6llu %8llu", end ? (int)(end - name) : (int)strlen(name), name,
           (unsigned long long)r.head->n, (unsigned long long)r.head->cells);
    replay_close(&r);
}

bool replays(const struct sim_place *place, size_t seeds, uint64_t first, char **files, size_t n)
{
    static const char *const rates[] = { "auto", "100", "1000" };
    static struct sim_run runs[SEEDS_MOST];
    bool good = true;
    printf("Sizes of recorded loops, %zu samples each: pairs, median of size / truth, median "
           "error,\n90th percentile of the factor off, how often the 95 %% interval holds the "
           "truth\n%-16s %6s %8s", seeds, "loop", "n", "bytes");
    for (int i = 0; i < 3; i++)
        printf("  | %-4s %4s %5s %6s  %5s", rates[i], "med", "error", "p90", "cover");
    putchar('\n');
    for (size_t i = 0; i < n; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s%s", REPLAY_PREFIX, files[i]);
        print_head(files[i]);
        for (int rate = 0; rate < 3; rate++) {
#pragma omp parallel for schedule(dynamic)
            for (size_t k = 0; k < seeds; k++)
                sim_run(place, name, 0, first + k, rates[rate], &runs[k]);
            struct outcome o = outcome_of(runs, seeds);
            printf("  | %4.0f %4.2f %4.0f%% x%-5.2f %5.3f%s", o.pairs, o.ratio, 100 * o.error,
                   o.factor, o.covered, o.broken ? " BAD" : "");
            good &= !o.broken;
        }
        putchar('\n');
        fflush(stdout);
    }
    return good;
}
