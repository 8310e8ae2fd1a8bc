/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/input_growth.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>

#include "target/dataset.h"

#define LEAST_INPUTS 8      /* that differ */
#define LEAST_SPAN 8.       /* largest / smallest */
#define LEAST_LARGE 4       /* runs of the larger half of the span */

struct flow {
    double input, cost;
};

static int by_input(const void *a, const void *b)
{
    const struct flow *x = a, *y = b;
    return (x->input > y->input) - (x->input < y->input);
}

/* Of the runs that read something and executed the loop, sorted.  Returns how many there are. */
static size_t get_flows(const struct target *t, struct flow *flows)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        struct flow f = { (double)p->log->input, (double)p->point->cost };
        if (p->use != POINT_WILD && f.input > 0 && f.cost > 0)
            flows[n++] = f;
    }
    qsort(flows, n, sizeof *flows, by_input);
    return n;
}

static bool spans(const struct flow *flows, size_t n)
{
    size_t inputs = n > 0;
    for (size_t i = 1; i < n; i++)
        inputs += flows[i].input > flows[i - 1].input;
    return inputs >= LEAST_INPUTS && flows[n - 1].input >= LEAST_SPAN * flows[0].input;
}

/* The lower end of the 95 % interval of the exponent, by least squares; -inf: it cannot be told. */
static double least_exponent(const double *x, const double *y, size_t n)
{
    double c0, exponent, c00, c01, variance, squares;
    if (n < LEAST_LARGE)
        return -INFINITY;
    gsl_fit_linear(x, 1, y, 1, n, &c0, &exponent, &c00, &c01, &variance, &squares);
    return exponent - gsl_cdf_tdist_Pinv(0.975, (double)n - 2) * sqrt(variance);
}

/* What each of the larger runs has more than the smallest: a process reads its libraries and settings besides, and a loop has
 * executions that do not go with the input.  room: for two numbers a run. */
static double least_exponent_beyond(const struct flow *flows, size_t n, double *room)
{
    double *x = room, *y = room + n, large = sqrt(flows[0].input * flows[n - 1].input);
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (flows[i].input < large)
            continue;
        if (!(flows[i].cost > flows[0].cost))
            return -INFINITY;
        x[used] = log(flows[i].input - flows[0].input);
        y[used++] = log(flows[i].cost - flows[0].cost);
    }
    return least_exponent(x, y, used);
}

bool input_is_outgrown(const struct target *t)
{
    if (t->key.kind != ALOG_LOOP || t->n_points < LEAST_INPUTS)
        return false;
    struct flow *flows = malloc(t->n_points * sizeof *flows);
    double *room = malloc(2 * t->n_points * sizeof *room);
    size_t n = flows && room ? get_flows(t, flows) : 0;
    bool outgrown = n > 0 && spans(flows, n) && least_exponent_beyond(flows, n, room) > NLOGN_STEEPEST;
    free(room);
    free(flows);
    return outgrown;
}
