/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "point/dataset_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "point/balance.h"

/* Single instances beyond this many different ones are thinned evenly: the
 * fit's time grows with its rows, and its answer does not change any more. */
#define MAX_ROWS 2000

/* Exponent of iterations against bytes read, below which work per iteration
 * surely grows; that of accesses an iteration, above which it does. */
#define STEADY_WORK 0.9
#define GROWING_WORK 0.2
#define WORK_INSTANCES 10
#define LEAST_SPREAD 0.05       /* variance of ln size */

static int fit_points(struct target *t, int estimator)
{
    struct fit_point *list = calloc(t->n_points + 1, sizeof *list);
    size_t n = 0;
    if (!list)
        return -1;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        if (isnan(p->fitted_size))
            continue;
        list[n++] = (struct fit_point){ p->fitted_size, (double)p->point->cost, p->fitted_error, 1 };
    }
    int result = fit_run(list, n, &t->fit);
    if (estimator == ESTIMATOR_DEFAULT)
        dataset_joint_widen(t, &t->fit);
    free(list);
    return result;
}

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->size < y->size || x->size > y->size)
        return x->size < y->size ? -1 : 1;
    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Of an instance that neither read nor iterated nothing can be learnt. */
static bool says_nothing(const struct row *row)
{
    return row->size <= 0 && row->cost <= 0;
}

struct row *dataset_rows(const struct target *t, size_t *n)
{
    size_t total = 0, unique = 0;
    for (size_t i = 0; i < t->n_points; i++)
        if (t->points[i].use == POINT_USED)
            total += t->points[i].point->n_rows;
    struct row *rows = calloc(total + 1, sizeof *rows);
    if (!rows)
        return NULL;
    total = 0;
    for (size_t i = 0; i < t->n_points; i++)
        for (size_t k = 0; t->points[i].use == POINT_USED && k < t->points[i].point->n_rows; k++)
            if (!says_nothing(&t->points[i].point->rows[k]))
                rows[total++] = t->points[i].point->rows[k];
    qsort(rows, total, sizeof *rows, compare_rows);
    for (size_t i = 0; i < total; i++) {
        if (unique > 0 && compare_rows(&rows[unique - 1], &rows[i]) == 0)
            rows[unique - 1].count += rows[i].count;
        else
            rows[unique++] = rows[i];
    }
    *n = unique;
    return rows;
}

/* At most MAX_ROWS of n rows, evenly thinned. */
static int fit_rows(const struct row *rows, size_t n, struct fit *fit)
{
    size_t used = n < MAX_ROWS ? n : MAX_ROWS;
    struct fit_point *list = calloc(used + 1, sizeof *list);
    if (!list)
        return -1;
    for (size_t i = 0; i < used; i++) {
        const struct row *r = &rows[used < 2 ? i : i * (n - 1) / (used - 1)];
        list[i] = (struct fit_point){ r->size, r->cost, 0, (double)r->count };
    }
    int result = fit_run(list, used, fit);
    free(list);
    return result;
}

static int fit_instances(struct target *t)
{
    size_t n = 0;
    struct row *rows = dataset_rows(t, &n);
    int result = rows ? fit_rows(rows, n, &t->instances_fit) : -1;
    free(rows);
    return result;
}

/* Both fits against the program's own n.  Of a recursion a run's cost is all its calls. */
static int fit_user(struct target *t)
{
    size_t total = 0, n = 0, runs = 0;
    for (size_t i = 0; i < t->n_points; i++)
        total += t->points[i].point->n_user_rows;
    struct row *rows = calloc(total + 1, sizeof *rows), *of_runs = calloc(t->n_points + 1, sizeof *of_runs);
    int result = rows && of_runs ? 0 : -1;
    for (size_t i = 0; result == 0 && i < t->n_points; i++) {
        const struct point *p = t->points[i].point;
        uint64_t cost = t->key.kind == ALOG_RECURSION ? p->calls : p->cost;
        if (!isnan(p->user_size))
            of_runs[runs++] = (struct row){ p->user_size, (double)cost, 1 };
        for (size_t k = 0; k < p->n_user_rows; k++)
            rows[n++] = p->user_rows[k];
    }
    t->sized = runs > 0 || n > 0;
    if (result == 0 && t->sized) {
        qsort(rows, n, sizeof *rows, compare_rows);
        result = fit_rows(of_runs, runs, &t->user_fit) | fit_rows(rows, n, &t->user_instances_fit);
    }
    free(rows);
    free(of_runs);
    return result;
}

/* Of a recursion both fits are against chains: says what the RMS says. */
static int judge_recursion(struct target *t)
{
    struct outermost *list = NULL;
    struct balance balance;
    size_t n = 0, cap = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct point *p = t->points[i].point;
        if (t->points[i].use != POINT_USED)
            continue;
        if (array_grow(&list, &cap, n + p->n_outermost + 1, sizeof *list) != 0) {
            free(list);
            return -1;
        }
        if (p->n_outermost > 0)
            memcpy(list + n, p->outermost, p->n_outermost * sizeof *list);
        n += p->n_outermost;
    }
    int result = balance_make(list, n, &balance);
    free(list);
    if (result != 0)
        return -1;
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
        const struct work *p = &t->points[i].point->work;
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

int dataset_fit(struct dataset *set, int estimator)
{
    int failed = 0;
#pragma omp parallel for schedule(dynamic) reduction(| : failed)
    for (size_t i = 0; i < set->n_targets; i++) {
        struct target *t = &set->targets[i];
        failed |= dataset_joint(t, estimator) != 0;
        failed |= fit_points(t, estimator) != 0;
        failed |= fit_instances(t) != 0;
        failed |= fit_user(t) != 0;
        if (t->key.kind == ALOG_RECURSION)
            failed |= judge_recursion(t) != 0;
        else
            judge_work(t);
    }
    return failed ? -1 : 0;
}
