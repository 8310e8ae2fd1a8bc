/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset_cost_share.h"

#include <math.h>
#include <stdlib.h>

#include "target/dataset_fit_told.h"

/* The cost of all targets of each log, by the log's address. */
struct total {
    const struct log_points *log;
    double cost;
    double work;                /* of the target that accessed most: outer loops have that of inner ones */
};

static int by_log(const void *a, const void *b)
{
    const struct total *x = a, *y = b;
    return (x->log > y->log) - (x->log < y->log);
}

static struct total *find_total(struct total *totals, size_t n, const struct log_points *log)
{
    const struct total key = { .log = log };
    return bsearch(&key, totals, n, sizeof *totals, by_log);
}

double dataset_cost(const struct target *t, const struct packed_point *point)
{
    return (double)(t->key.kind == ALOG_RECURSION ? point->calls : point->cost);
}

/* The run of the largest size, or where what the process read stands in for it, of the largest such; NULL: none is known. */
static const struct target_point *largest_of(const struct target *t)
{
    const struct target_point *largest = NULL;
    double most = 0;
    for (size_t i = 0; i < t->n_points; i++) {
        const struct target_point *p = &t->points[i];
        double size = t->told_by == TOLD_BY_INPUT ? dataset_told_size(t, p) : p->size.size;
        if (size > most) {
            most = size;
            largest = p;
        }
    }
    return largest;
}

/* Of the process that had the target's largest size. */
static double share_of(const struct target *t, struct total *totals, size_t n)
{
    const struct target_point *largest = largest_of(t);
    double own = 0;
    if (!largest)
        return NAN;
    for (size_t i = 0; i < t->n_points; i++)
        if (t->points[i].log == largest->log)
            own += dataset_cost(t, t->points[i].point);
    double total = find_total(totals, n, largest->log)->cost;
    return total > 0 ? own / total : NAN;
}

/* Bytes that it accessed in the log of point *i; 0: not known.  Of a recursion what one instance's calls did, all
 * did.  *i becomes the first point of the next log. */
static double work_in(const struct target *t, size_t *i)
{
    const struct log_points *log = t->points[*i].log;
    double sum = 0;
    for (; *i < t->n_points && t->points[*i].log == log; ++*i) {
        const struct packed_point *p = t->points[*i].point;
        if (p->accessed > 0)
            sum += t->key.kind == ALOG_RECURSION ? p->accessed * (double)p->calls / (double)p->cost : p->accessed;
    }
    return sum;
}

/* As share_of, of what the target that accessed most did. */
static double work_share_of(const struct target *t, struct total *totals, size_t n)
{
    const struct target_point *largest = NULL;
    size_t first = 0;           /* of its log */
    for (size_t i = 0; i < t->n_points; i++)
        if (t->points[i].size.size > (largest ? largest->size.size : 0) && t->points[i].point->accessed > 0)
            largest = &t->points[i];
    if (!largest)
        return NAN;
    while (t->points[first].log != largest->log)
        first++;
    return work_in(t, &first) / find_total(totals, n, largest->log)->work;
}

int dataset_share(struct dataset *set)
{
    struct total *totals = calloc(set->n_logs + 1, sizeof *totals);
    if (!totals)
        return -1;
    for (size_t i = 0; i < set->n_logs; i++)
        totals[i].log = set->logs[i];
    qsort(totals, set->n_logs, sizeof *totals, by_log);
    for (size_t i = 0; i < set->n_targets; i++)
        for (size_t k = 0; k < set->targets[i].n_points; k++)
            find_total(totals, set->n_logs, set->targets[i].points[k].log)->cost +=
                dataset_cost(&set->targets[i], set->targets[i].points[k].point);
    for (size_t i = 0; i < set->n_targets; i++)
        for (size_t k = 0; k < set->targets[i].n_points;) {
            struct total *of = find_total(totals, set->n_logs, set->targets[i].points[k].log);
            of->work = fmax(of->work, work_in(&set->targets[i], &k));
        }
    for (size_t i = 0; i < set->n_targets; i++)
        set->targets[i].work_share = work_share_of(&set->targets[i], totals, set->n_logs);
    for (size_t i = 0; i < set->n_targets; i++)
        set->targets[i].share = share_of(&set->targets[i], totals, set->n_logs);
    free(totals);
    return 0;
}
