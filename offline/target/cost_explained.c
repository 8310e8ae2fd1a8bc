/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/cost_explained.h"

#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>

#include "base/moments.h"
#include "target/dataset.h"

#define SLACK 1.5           /* of what the law says: instances scatter, and sizes are estimates */
#define BEYOND 2.0          /* how far above the instances' sizes the law is believed */
#define LEAST_RUNS 5        /* whose input is known */
#define LEAST_SPAN 4.       /* of the input: largest / smallest */
#define LEAST_EXPONENT 0.5  /* of cost by the input, its lower end: else it does not go with it */
#define MOST_EXPONENT 1.5   /* its upper end: else it may be steep */

/* Is the law of single instances known for sure, tame, and known for sizes as large as the runs'? */
static bool is_known(const struct target *t, enum view instances, const struct fit *runs)
{
    const struct fit *fit = judge_fit(t, instances);
    return fit->n_laws > 0 && judge_alarm(fit) == 0 && fit->exponent <= STEEPEST_FINE &&
           judge_confidence(t, instances) == CONFIDENCE_HIGH && runs->size_high <= BEYOND * fit->size_high;
}

static double cost_of(const struct packed_point *p, enum view runs)
{
    return runs == VIEW_WORK ? p->accessed_low : (double)p->cost;
}

bool instances_explain(const struct target *t, enum view runs)
{
    const enum view instances = runs == VIEW_WORK ? VIEW_INSTANCES_WORK : VIEW_INSTANCES;
    if (t->key.kind != ALOG_LOOP || !is_known(t, instances, judge_fit(t, runs)))
        return false;
    const struct fit_law *law = judge_fit(t, instances)->law;
    struct moments line = { 0 };
    for (size_t i = 0; i < t->n_points; i++) {
        const struct packed_point *p = t->points[i].point;
        double size = t->points[i].size.size, cost = cost_of(p, runs);
        if (t->points[i].use == POINT_WILD || !(size > 0) || !(cost > 0))
            continue;
        double most = (double)p->instances * fit_law_cost(law, size);
        if (!(cost <= SLACK * most))
            return false;
        moments_add(&line, 1, log(size), log(most));
    }
    return moments_slope(&line) < STEEPEST_FINE;
}

/* Logarithms of what is known of n runs. */
struct flows {
    double *input, *cost;
    size_t n;
};

static void add_flow(struct flows *f, const struct target_point *p, enum view runs)
{
    double input = (double)p->log->input, cost = cost_of(p->point, runs);
    if (p->use == POINT_WILD || !(p->size.size > 0) || !(cost > 0) || !(input > 0))
        return;
    f->input[f->n] = log(input);
    f->cost[f->n++] = log(cost);
}

static double span_of(const double *x, size_t n)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    return high - low;
}

static bool goes_with_input(const struct flows *f)
{
    double c0, exponent, c00, c01, variance, squares;
    if (f->n < LEAST_RUNS || !(span_of(f->input, f->n) >= log(LEAST_SPAN)))
        return false;
    gsl_fit_linear(f->input, 1, f->cost, 1, f->n, &c0, &exponent, &c00, &c01, &variance, &squares);
    double low = exponent - 2 * sqrt(variance), high = exponent + 2 * sqrt(variance);
    return low >= LEAST_EXPONENT && low <= ALARM_LOW && high < MOST_EXPONENT;
}

bool input_explains(const struct target *t, enum view runs)
{
    if (t->key.kind != ALOG_LOOP)
        return false;
    double *room = malloc((2 * t->n_points + 1) * sizeof *room);
    struct flows f = { room, room + t->n_points, 0 };
    for (size_t i = 0; room && i < t->n_points; i++)
        add_flow(&f, &t->points[i], runs);
    bool explained = room && goes_with_input(&f);
    free(room);
    return explained;
}

bool is_explained(const struct target *t, enum view view)
{
    return (view == VIEW_RUNS || view == VIEW_WORK) && (instances_explain(t, view) || input_explains(t, view));
}
