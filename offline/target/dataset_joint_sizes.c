/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sizes that cost is fitted against: of the default estimator those of all
 * runs told together, of the others the points' own.
 */
#include <math.h>
#include <stdlib.h>

#include "target/dataset_fit.h"

#define Z 1.959963984540054
#define SIZES_ERROR 0.02        /* half width of an exponent's interval at least, of sizes that are
                                   estimated: the laws themselves are no better */

double dataset_size_error(const struct estimate *e)
{
    if (!(e->low > 0) || !(e->high > e->low))
        return 0;
    return log(e->high / e->low) / (2 * Z);
}

/* *stats: room for the run's. */
static struct streak_run run_of(const struct target *t, const struct target_point *tp,
                                struct streak_stats *stats)
{
    const struct packed_point *p = tp->point;
    struct packed_rest rest;
    double scale = ldexp(1, (int)p->thin);
    point_unpack(t->pool, p, &rest);
    *stats = rest.streak;
    return (struct streak_run){ .stats = stats, .known = p->exact ? tp->size.size : NAN,
                                .scale = scale, .floor = rest.marked * scale,
                                .cost = (double)p->cost, .low = tp->size.low, .high = tp->size.high };
}

static size_t count_used(const struct target *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_points; i++)
        n += t->points[i].use == POINT_USED;
    return n;
}

static size_t known_sizes(const struct target *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_points; i++)
        n += !isnan(t->points[i].joint_size);
    return n;
}

int dataset_joint(struct target *t, int estimator)
{
    int result = 0;
    t->joint = (struct streak_joint){ .exponent = NAN, .low = NAN, .high = NAN, .bend_low = 1,
                                      .bend_high = 1 };
    for (size_t i = 0; i < t->n_points; i++) {
        struct target_point *tp = &t->points[i];
        tp->fitted_size = tp->use == POINT_USED ? tp->size.size : NAN;
        tp->fitted_error = dataset_size_error(&tp->size);
        tp->joint_size = NAN;
    }
    if (t->key.kind == ALOG_RECURSION)
        return 0;
    size_t used = count_used(t);
    struct streak_run *runs = malloc((used + 1) * sizeof *runs);
    struct streak_stats *stats = malloc((used + 1) * sizeof *stats);
    if (!runs || !stats) {
        free(runs);
        free(stats);
        return -1;
    }
    used = 0;
    for (size_t i = 0; i < t->n_points; i++)
        if (t->points[i].use == POINT_USED) {
            runs[used] = run_of(t, &t->points[i], &stats[used]);
            used++;
        }
    result = streak_joint(runs, used, &t->joint);
    used = 0;
    for (size_t i = 0; result == 0 && i < t->n_points; i++) {
        struct target_point *tp = &t->points[i];
        if (tp->use != POINT_USED)
            continue;
        const struct streak_run *run = &runs[used++];
        tp->joint_size = run->size;
        if (estimator != ESTIMATOR_DEFAULT || isnan(tp->size.size))
            continue;
        /* What all runs tell together stays within what a run tells of itself. */
        tp->fitted_size = fmin(fmax(run->size, tp->size.low), tp->size.high);
        tp->fitted_error = run->error;
    }
    free(runs);
    free(stats);
    if (t->joint.flat && known_sizes(t) > 1)
        t->warnings |= 1u << WARN_NO_SCALING;
    return result;
}

void dataset_joint_widen(const struct target *t, struct fit *fit)
{
    const struct streak_joint *j = &t->joint;
    if (isnan(fit->exponent) || fit->cls == FIT_1 || !j->estimated)
        return;
    double low = hypot(fit->exponent - fit->exponent / j->bend_high, SIZES_ERROR);
    double high = hypot(fit->exponent / j->bend_low - fit->exponent, SIZES_ERROR);
    fit->exponent_low = fit->exponent - hypot(fit->exponent - fit->exponent_low, low);
    fit->exponent_high = fit->exponent + hypot(fit->exponent_high - fit->exponent, high);
    if (j->bend_high > 1.5 * j->bend_low)
        fit->warnings |= 1u << FIT_NOISY_SIZES;
}
