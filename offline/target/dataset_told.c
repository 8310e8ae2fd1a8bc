/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset_told.h"

#include <math.h>
#include <stdlib.h>

#include "target/dataset_fit.h"
#include "target/dataset_share.h"
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
        struct row row = { t->points[i].point->user_size, value(t, &t->points[i]), 1 };
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

static void find_told(struct target *t)
{
    for (size_t i = 0; i < t->n_points; i++) {
        t->sized |= !isnan(t->points[i].point->user_size);
        t->by_command |= t->points[i].point->by_command;
    }
}

int dataset_fit_told(struct target *t)
{
    size_t n, all;
    struct row *rows = row_merge_rows(t, PACKED_USER_ROWS, DATASET_MOST_ROWS, &n, &all);
    int result = rows ? 0 : -1;
    t->sized = result == 0 && n > 0;
    find_told(t);
    if (result == 0 && t->sized && !(t->told = calloc(1, sizeof *t->told)))
        result = -1;
    if (result == 0 && t->sized) {
        result |= fit_runs(t, cost_of, &t->told->runs);
        result |= fit_runs(t, work_of, &t->told->work);
        result |= dataset_fit_rows(rows, n, FIT_MEASURED, &t->told->instances);
        dataset_widen_work(&t->told->work);
    }
    free(rows);
    return result;
}
