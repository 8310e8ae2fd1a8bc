/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset_fit.h"

#include <math.h>
#include <stdlib.h>

#include "base/moments.h"
#include "target/recursion_balance.h"
#include "target/dataset_fit_budget.h"
#include "target/dataset_fit_told.h"
#include "target/row_merge.h"

/* Bytes: smaller single instances of a loop have no say, if the largest has TINY_SPAN times as much. */
#define TINY 64
#define TINY_SPAN 4

/* Exponent of iterations against bytes read, below which work per iteration
 * surely grows; that of accesses an iteration, above which it does. */
#define STEADY_WORK 0.9
#define GROWING_WORK 0.2
#define WORK_INSTANCES 10
#define LEAST_RUNS 3
#define LEAST_SPREAD 0.25       /* variance of ln size: sizes that differ less tell what is read besides the iterations,
                                   which copies of a loop read more or less of */

/* Chains are counted. */
static enum fit_sizes sizes_of(const struct target *t, enum view view)
{
    return t->key.kind == ALOG_RECURSION && !view_is_of_work(view) ? FIT_COUNTED : FIT_MEASURED;
}

static void free_list(struct fit_list *list)
{
    free(list->point);
    free(list->of);
}

/* Room for all points of t.  0, or -1: no memory. */
static int make_list(const struct target *t, struct fit_list *list)
{
    *list = (struct fit_list){ calloc(t->n_points + 1, sizeof *list->point), calloc(t->n_points + 1, sizeof *list->of), 0 };
    if (list->point && list->of)
        return 0;
    free_list(list);
    return -1;
}

static void add_to_list(struct fit_list *list, const struct target_point *p, struct fit_point point)
{
    list->point[list->n] = point;
    list->of[list->n++] = p;
}

/* A run's size by itself is less certain than by the law of all runs, if that law holds.  A kink that lies within the
 * runs' own intervals is an error of the law. */
static int fit_list(struct fit_list *list, enum fit_sizes sizes, struct fit *out)
{
    struct fit alone;
    if (fit_run_of(list->point, list->n, sizes, out) != 0)
        return -1;
    if (!(out->warnings & 1u << FIT_TWO_REGIMES))
        return 0;
    for (size_t i = 0; i < list->n; i++) {
        double own = dataset_size_error(&list->of[i]->size);
        list->point[i].size_rel_error = fmax(list->point[i].size_rel_error, own);
    }
    if (fit_run_of(list->point, list->n, sizes, &alone) != 0)
        return -1;
    if (!(alone.warnings & 1u << FIT_TWO_REGIMES))
        *out = alone;
    return 0;
}

/* Of loops: chains are counted. */
static void widen(const struct target *t, const struct fit_list *list, int estimator, struct fit *fit)
{
    if (estimator == ESTIMATOR_DEFAULT)
        dataset_joint_widen(t, fit);
    if (t->key.kind == ALOG_LOOP)
        dataset_trend_widen(list, fit);
}

static int fit_points(struct target *t, int estimator)
{
    struct fit_list list;
    if (make_list(t, &list) != 0)
        return -1;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        if (!isnan(p->fitted_size))
            add_to_list(&list, p, (struct fit_point){ p->fitted_size, (double)p->point->cost, p->fitted_error, 1 });
    }
    int result = fit_list(&list, sizes_of(t, VIEW_RUNS), &t->fit);
    widen(t, &list, estimator, &t->fit);
    free_list(&list);
    return result;
}

/* Work is estimated from few instances: where its interval is wider, it has no say. */
#define WORK_WIDE 3.0

bool dataset_has_work(const struct target_point *p)
{
    return p->point->accessed_high < WORK_WIDE * p->point->accessed_low;
}

/* Of a recursion the bytes that it read: calls come in exponential numbers for a chain, and may do nothing. */
static struct fit_point work_point(const struct target *t, const struct target_point *p)
{
    if (t->key.kind == ALOG_RECURSION)
        return (struct fit_point){ p->use == POINT_USED ? p->point->rms : NAN, p->point->accessed, 0, 1 };
    return (struct fit_point){ p->fitted_size, p->point->accessed, p->fitted_error, 1 };
}

/* Classes of work are a fifth wide, words are counted where bytes are meant, and sorts of a few hundred elements
 * look like n^1.3: an exponent is no better than that. */
#define WORK_ERROR 0.15

void dataset_widen_work(struct fit *fit)
{
    fit->exponent_low = fit->exponent - hypot(fit->exponent - fit->exponent_low, WORK_ERROR);
    fit->exponent_high = fit->exponent + hypot(fit->exponent_high - fit->exponent, WORK_ERROR);
}

/* As fit_points, of bytes accessed. */
static int fit_work(struct target *t, int estimator)
{
    struct fit_list list;
    if (make_list(t, &list) != 0)
        return -1;
    for (size_t i = 0; i < t->n_points; i++) {
        struct fit_point point = work_point(t, &t->points[i]);
        if (dataset_has_work(&t->points[i]) && point.size > 0)
            add_to_list(&list, &t->points[i], point);
    }
    int result = fit_list(&list, FIT_MEASURED, &t->work_fit);
    dataset_widen_work(&t->work_fit);
    widen(t, &list, estimator, &t->work_fit);
    free_list(&list);
    return result;
}

int dataset_fit_rows(const struct row *rows, size_t n, enum fit_sizes sizes, struct fit *fit)
{
    struct fit_point *list = calloc(n + 1, sizeof *list);
    if (!list)
        return -1;
    for (size_t i = 0; i < n; i++)
        list[i] = (struct fit_point){ rows[i].size, rows[i].cost, 0, (double)rows[i].count };
    int result = fit_run_of(list, n, sizes, fit);
    free(list);
    return result;
}

/* Drops single instances that read little: their cost is mostly what any execution costs.  They stay where
 * there are no others. */
static size_t drop_tiny(struct row *rows, size_t n)
{
    double largest = 0;
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, rows[i].size);
    if (largest < TINY * TINY_SPAN)
        return n;
    for (size_t i = 0; i < n; i++)
        if (rows[i].size >= TINY)
            rows[kept++] = rows[i];
    return kept;
}

static int fit_instances(const struct target *t, enum packed_list list, struct fit *fit)
{
    size_t n, all;
    struct row *rows = row_merge_rows(t, list, DATASET_MOST_ROWS, &n, &all);
    if (rows && (t->key.kind == ALOG_LOOP || list == PACKED_WORK_ROWS))
        n = drop_tiny(rows, n);
    int result = rows ? dataset_fit_rows(rows, n, sizes_of(t, list == PACKED_ROWS ? VIEW_INSTANCES : VIEW_INSTANCES_WORK), fit) : -1;
    free(rows);
    if (list == PACKED_WORK_ROWS)
        dataset_widen_work(fit);
    return result;
}

/* Of the runs that have a say.  NULL: no memory, or they cannot be read. */
static struct outermost *outermost_of(const struct target *t, size_t *n)
{
    struct outermost *list = NULL;
    struct packed_reader reader;
    size_t all = 1;
    for (size_t i = 0; i < t->n_points; i++)
        if (t->points[i].use == POINT_USED) {
            packed_read(t->pool, t->points[i].point, PACKED_OUTERMOST, &reader);
            all += reader.n;
        }
    bool failed = !(list = malloc(all * sizeof *list));
    *n = 0;
    for (size_t i = 0; !failed && i < t->n_points; i++) {
        if (t->points[i].use != POINT_USED)
            continue;
        packed_read(t->pool, t->points[i].point, PACKED_OUTERMOST, &reader);
        while (packed_next_outermost(&reader, &list[*n]))
            ++*n;
        failed |= reader.at.failed;
    }
    if (!failed)
        return list;
    free(list);
    return NULL;
}

/* Of a recursion both fits are against chains: says what the RMS says. */
static int judge_recursion(struct target *t)
{
    struct balance balance;
    bool sized = false;         /* of inner starts only the fit of instances is told */
    size_t n;
    struct outermost *list = outermost_of(t, &n);
    int result = list ? balance_make(list, n, &balance) : -1;
    free(list);
    if (result != 0)
        return -1;
    for (size_t i = 0; i < t->n_points; i++)
        sized |= t->points[i].use == POINT_USED && !isnan(t->points[i].size.size);
    if (sized)
        balance_judge(&balance, &t->fit);
    balance_judge(&balance, &t->instances_fit);
    if ((t->fit.warnings | t->instances_fit.warnings) & 1u << FIT_BALANCED)
        t->warnings |= 1u << WARN_BALANCED;
    return 0;
}

/* Lower end of the 95 % interval of the exponent of accesses an iteration against
 * size; NaN: not known. */
static double growth_of_work(const struct target *t)
{
    struct work w = { 0 };
    for (size_t i = 0; i < t->n_points; i++) {
        struct packed_rest rest;
        point_unpack(t->pool, t->points[i].point, &rest);
        const struct work *p = &rest.work;
        w = (struct work){ w.n + p->n, w.x + p->x, w.y + p->y, w.xx + p->xx, w.xy + p->xy,
                           w.yy + p->yy };
    }
    double xx = w.xx - w.x * w.x / w.n, xy = w.xy - w.x * w.y / w.n, yy = w.yy - w.y * w.y / w.n;
    if (w.n < WORK_INSTANCES || !(xx > LEAST_SPREAD * w.n))
        return NAN;
    double slope = xy / xx, rest = fmax(0, yy - slope * xy);
    return slope - 2 * sqrt(rest / (w.n - 2) / xx);
}

/* Where an instance that reads more accesses more in each of its iterations, or
 * iterates less for each byte (which tells where accesses are not known), each
 * iteration does more. */
static void judge_work(struct target *t)
{
    const struct fit *fit = &t->instances_fit;
    if (growth_of_work(t) > GROWING_WORK ||
        (fit->cls != FIT_NONE && fit->exponent_high < STEADY_WORK))
        t->warnings |= 1u << WARN_GROWING_WORK;
}

double dataset_work_by_iterations(const struct target *t)
{
    struct moments line = { 0 };
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct packed_point *p = t->points[i].point;
        double iterations = (double)p->cost / (double)p->instances, work = p->accessed / (double)p->instances;
        if (!dataset_has_work(&t->points[i]) || !(iterations > 0) || !(work > 0))
            continue;
        low = fmin(low, iterations);
        high = fmax(high, iterations);
        moments_add(&line, 1, log(iterations), log(work));
    }
    return line.w >= LEAST_RUNS && high >= TINY_SPAN * low ? moments_slope(&line) : NAN;
}

/* A loop that only writes, or computes: all its sizes are 0, and no fit is to be had. */
static void judge_input(struct target *t)
{
    struct fit *fits[] = { &t->fit, &t->instances_fit, &t->work_fit, &t->instances_work_fit };
    size_t empty = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        double size = t->points[i].size.size;
        if (size > 0)
            return;
        empty += !isnan(size);
    }
    if (empty == 0)
        return;
    t->warnings |= 1u << WARN_NO_INPUT;
    if (dataset_work_by_iterations(t) > 1 + GROWING_WORK)
        t->warnings |= 1u << WARN_GROWING_WORK;
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
        fits[i]->warnings &= ~(1u << FIT_BAD_POINTS);
}

static void leave_out(struct target *t)
{
    struct fit *fits[] = { &t->fit, &t->instances_fit, &t->work_fit, &t->instances_work_fit };
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
        fit_leave_out(fits[i]);
}

static int fit_target(struct target *t, int estimator)
{
    int failed = dataset_joint(t, estimator) != 0;
    if (t->left_out) {
        leave_out(t);
        return failed;
    }
    failed |= fit_points(t, estimator) != 0;
    failed |= fit_work(t, estimator) != 0;
    failed |= fit_instances(t, PACKED_ROWS, &t->instances_fit) != 0;
    failed |= fit_instances(t, PACKED_WORK_ROWS, &t->instances_work_fit) != 0;
    failed |= dataset_fit_told(t) != 0;
    if (t->key.kind == ALOG_RECURSION)
        return failed | (judge_recursion(t) != 0);
    judge_work(t);
    judge_input(t);
    return failed;
}

int dataset_fit(struct dataset *set, int estimator)
{
    int failed = dataset_budget(set) != 0;
#pragma omp parallel for schedule(dynamic) reduction(| : failed)
    for (size_t i = 0; i < set->n_targets; i++)
        failed |= fit_target(&set->targets[i], estimator);
    return failed ? -1 : 0;
}
