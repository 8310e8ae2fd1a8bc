/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset_fit_told.h"

#include <math.h>
#include <stdlib.h>

#include "target/dataset_fit.h"
#include "target/dataset_cost_share.h"
#include "target/input_growth.h"
#include "target/row_merge.h"

static double cost_of(const struct target *t, const struct target_point *p)
{
    return dataset_cost(t, p->point);
}

/* Of a recursion one instance's work is known, no run's. */
static double work_of(const struct target *t, const struct target_point *p)
{
    return t->key.kind == ALOG_LOOP && dataset_has_work(p) ? p->point->accessed : NAN;
}

/* Run by run, evenly thinned; those that told no n or whose value is not known are left out. */
static int fit_runs(const struct target *t, double (*value)(const struct target *, const struct target_point *),
                    struct fit *fit)
{
    struct row *rows = calloc(t->n_points + 1, sizeof *rows);
    size_t all = 0, n = 0;
    if (!rows)
        return -1;
    for (size_t i = 0; i < t->n_points; i++) {
        struct row row = { dataset_told_size(t, &t->points[i]), value(t, &t->points[i]), 1 };
        if (!isnan(row.size) && !isnan(row.cost))
            rows[all++] = row;
    }
    size_t used = all < DATASET_MOST_ROWS ? all : DATASET_MOST_ROWS;
    for (; n < used; n++)
        rows[n] = rows[used < 2 ? n : n * (all - 1) / (used - 1)];
    int result = dataset_fit_rows(rows, n, FIT_MEASURED, fit);
    free(rows);
    return result;
}

double dataset_told_size(const struct target *t, const struct target_point *p)
{
    if (t->told_by == TOLD_BY_INPUT)
        return p->log->input > 0 ? (double)p->log->input : NAN;
    return p->point->user_size;
}

/* of_instances: somebody told it in one of them. */
static enum told_by find_told(const struct target *t, bool of_instances)
{
    bool told = of_instances, by_caller = false;
    for (size_t i = 0; i < t->n_points; i++) {
        told |= !isnan(t->points[i].point->user_size);
        by_caller |= t->points[i].point->by_command;
    }
    if (!told)
        return input_is_outgrown(t) ? TOLD_BY_INPUT : TOLD_BY_NOBODY;
    return by_caller ? TOLD_BY_CALLER : TOLD_BY_PROGRAM;
}

/* What was accessed is estimated: what the process read is to stand in where estimates say little. */
static int fit_work(struct target *t)
{
    if (t->told_by == TOLD_BY_INPUT)
        return dataset_fit_rows(NULL, 0, FIT_MEASURED, &t->told->work);
    int result = fit_runs(t, work_of, &t->told->work);
    dataset_widen_work(&t->told->work);
    return result;
}

int dataset_fit_told(struct target *t)
{
    size_t n, all;
    struct row *rows = row_merge_rows(t, PACKED_USER_ROWS, DATASET_MOST_ROWS, &n, &all);
    int result = rows ? 0 : -1;
    t->told_by = result == 0 ? find_told(t, n > 0) : TOLD_BY_NOBODY;
    if (t->told_by && !(t->told = calloc(1, sizeof *t->told)))
        result = -1;
    if (result == 0 && t->told_by) {
        result |= fit_runs(t, cost_of, &t->told->runs);
        result |= dataset_fit_rows(rows, n, FIT_MEASURED, &t->told->instances);
        result |= fit_work(t);
    }
    free(rows);
    return result;
}
