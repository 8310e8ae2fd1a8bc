/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/diff.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

#include "fit/class_limit.h"
#include "target/dataset_fit_told.h"
#include "target/same_target.h"

const char *change_name(enum change change)
{
    static const char *const names[CHANGES] = {
        [CHANGE_CLASS_GREW] = "class grew", [CHANGE_COST_GREW] = "cost grew",
        [CHANGE_NEW] = "new",               [CHANGE_UNKNOWN] = "unknown",
        [CHANGE_GONE] = "gone",             [CHANGE_NONE] = "same",
        [CHANGE_COST_FELL] = "cost fell",   [CHANGE_CLASS_FELL] = "class fell",
    };
    return names[change];
}

enum view diff_basis(const struct difference *d, enum view view)
{
    const struct target *before = d->before ? d->before : d->after, *after = d->after ? d->after : d->before;
    enum view basis = judge_basis(after, view);
    return judge_basis(before, view) == basis || judge_fit(before, view)->cls == FIT_NONE ? basis : view;
}

/* One run, in logarithms. */
struct run {
    double size, cost, instances;
};

static int compare_runs(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    return (x->size > y->size) - (x->size < y->size);
}

/* Of a function of in-house mode: each size with its worst cost, and its number of activations. */
static struct run *make_sizes(const struct function *f, size_t *n)
{
    struct run *sizes = calloc(f->n_tuples + 1, sizeof *sizes);
    *n = 0;
    for (size_t i = 0; sizes && i < f->n_tuples; i++) {
        const struct function_tuple *t = &f->tuples[i];
        if (t->size > 0 && t->most > 0)
            sizes[(*n)++] = (struct run){ log((double)t->size), log((double)t->most), log((double)t->count) };
    }
    return sizes;
}

/* The runs that have both a size and a cost, by size; told: by what the program told. */
static struct run *make_runs(const struct target *t, bool told, size_t *n)
{
    if (t->profile)
        return make_sizes(t->profile, n);
    struct run *runs = calloc(t->n_points + 1, sizeof *runs);
    *n = 0;
    for (size_t i = 0; runs && i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        double size = told ? dataset_told_size(t, p) : p->size.size;
        if (size > 0 && p->point->cost > 0)
            runs[(*n)++] = (struct run){ log(size), log((double)p->point->cost), log((double)p->point->instances) };
    }
    if (runs)
        qsort(runs, *n, sizeof *runs, compare_runs);
    return runs;
}

/* Between the neighbours of a size within the range, on the log-log plot. */
static struct run interpolate(const struct run *runs, size_t n, double size)
{
    size_t i = 1;
    for (size_t end = n - 1; i < end;) {        /* the first that is not smaller, or the last */
        size_t mid = i + (end - i) / 2;
        if (runs[mid].size < size)
            i = mid + 1;
        else
            end = mid;
    }
    const struct run *a = &runs[i - 1], *b = &runs[i];
    double share = b->size > a->size ? (size - a->size) / (b->size - a->size) : 0.5;
    return (struct run){ size, a->cost + share * (b->cost - a->cost),
                         a->instances + share * (b->instances - a->instances) };
}

static struct ratio quartiles(double *logs, size_t n)
{
    if (n < DIFF_POINTS)
        return (struct ratio){ NAN, NAN, NAN };
    gsl_sort(logs, 1, n);
    return (struct ratio){ exp(logs[(n - 1) / 4]), exp((logs[(n - 1) / 2] + logs[n / 2]) / 2),
                           exp(logs[n - 1 - (n - 1) / 4]) };
}

static int compare_costs(struct difference *d)
{
    size_t n, m, used = 0;
    bool told = view_is_told(diff_basis(d, VIEW_RUNS));
    struct run *before = make_runs(d->before, told, &n), *after = make_runs(d->after, told, &m);
    double *costs = calloc(m + 1, sizeof *costs), *instances = calloc(m + 1, sizeof *instances);
    int result = before && after && costs && instances ? 0 : -1;
    for (size_t i = 0; result == 0 && n > 1 && i < m; i++) {
        if (after[i].size < before[0].size || after[i].size > before[n - 1].size)
            continue;
        struct run was = interpolate(before, n, after[i].size);
        costs[used] = after[i].cost - was.cost;
        instances[used++] = after[i].instances - was.instances;
        d->size_low = fmin(d->size_low, exp(after[i].size));
        d->size_high = fmax(d->size_high, exp(after[i].size));
    }
    if (result == 0) {
        d->cost = quartiles(costs, used);
        d->instances = quartiles(instances, used);
    }
    free(before);
    free(after);
    free(costs);
    free(instances);
    return result;
}

/* Likewise of what may make it worse: what is estimated, only where that is sure. */
static bool other_grew(const struct difference *d)
{
    for (enum view of = VIEW_INSTANCES; of <= VIEW_INSTANCES_WORK; of++) {
        enum view v = diff_basis(d, of);
        if (limit_class_grew(judge_fit(d->before, v), judge_fit(d->after, v)) &&
            (!view_is_of_work(v) || judge_is_sure_of_work(d->after, v)))
            return true;
    }
    return false;
}

static enum change judge(const struct difference *d)
{
    const struct target *a = d->before, *b = d->after;
    enum view runs = diff_basis(d, VIEW_RUNS), work = diff_basis(d, VIEW_WORK);
    const struct fit *was = judge_fit(a, runs), *is = judge_fit(b, runs);
    bool known = was->cls != FIT_NONE && is->cls != FIT_NONE;
    if (limit_class_grew(was, is) || other_grew(d))
        return CHANGE_CLASS_GREW;
    if (limit_class_grew(is, was) || (limit_class_grew(judge_fit(b, work), judge_fit(a, work)) && judge_is_sure_of_work(a, work)))
        return CHANGE_CLASS_FELL;
    if (d->cost.low > DIFF_RATIO)
        return CHANGE_COST_GREW;
    if (d->cost.high < 1 / DIFF_RATIO)
        return CHANGE_COST_FELL;
    return known || !isnan(d->cost.median) ? CHANGE_NONE : CHANGE_UNKNOWN;
}

static int compare_differences(const void *a, const void *b)
{
    const struct difference *x = a, *y = b;
    if (x->change != y->change)
        return (int)x->change - (int)y->change;
    if (x->cost.median < y->cost.median || x->cost.median > y->cost.median)
        return x->cost.median > y->cost.median ? -1 : 1;
    const struct target *s = x->after ? x->after : x->before;
    const struct target *t = y->after ? y->after : y->before;
    return target_key_compare(&s->key, &t->key);
}

static int match_sets(const struct dataset *before, const struct dataset *after, size_t *of)
{
    const struct target_key **x = calloc(before->n_targets + 1, sizeof *x);
    const struct target_key **y = calloc(after->n_targets + 1, sizeof *y);
    int result = -1;
    if (x && y) {
        for (size_t i = 0; i < before->n_targets; i++)
            x[i] = &before->targets[i].key;
        for (size_t i = 0; i < after->n_targets; i++)
            y[i] = &after->targets[i].key;
        result = match_targets(x, before->n_targets, y, after->n_targets, of);
    }
    free(x);
    free(y);
    return result;
}

int diff_run(const struct dataset *before, const struct dataset *after, struct differences *out)
{
    const struct difference none = { .size_low = NAN, .size_high = NAN,
                                     .cost = { NAN, NAN, NAN }, .instances = { NAN, NAN, NAN } };
    size_t *of = calloc(after->n_targets + 1, sizeof *of);
    bool *seen = calloc(before->n_targets + 1, sizeof *seen);
    out->n = out->unknown = 0;
    out->list = calloc(before->n_targets + after->n_targets + 1, sizeof *out->list);
    int result = of && seen && out->list && match_sets(before, after, of) == 0 ? 0 : -1;
    for (size_t i = 0; result == 0 && i < after->n_targets; i++) {
        struct difference *d = &out->list[out->n++];
        *d = none;
        d->after = &after->targets[i];
        d->change = CHANGE_NEW;
        if (of[i] == MATCH_NONE)
            continue;
        seen[of[i]] = true;
        d->before = &before->targets[of[i]];
        result = compare_costs(d);
        d->change = judge(d);
        if (d->after->profile && d->change == CHANGE_UNKNOWN) {
            out->unknown++;
            out->n--;
        }
    }
    for (size_t i = 0; result == 0 && i < before->n_targets; i++)
        if (!seen[i]) {
            struct difference *d = &out->list[out->n++];
            *d = none;
            d->before = &before->targets[i];
            d->change = CHANGE_GONE;
        }
    if (result == 0)
        qsort(out->list, out->n, sizeof *out->list, compare_differences);
    free(of);
    free(seen);
    return result;
}
