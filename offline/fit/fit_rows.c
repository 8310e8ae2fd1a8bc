/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Medians, not means or maxima: one slow run must not bend the curve, and a
 * maximum over more runs at the small sizes than at the large ones would make
 * it flatter than it is (docs/methods.md). */
#include "fit/fit_rows.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "fit/stats.h"

#define SAME_SIZE 1.05
#define LEAST_PRECISION 1e-4
#define TYPICAL_SCATTER 0.05    /* of ln cost, that errors of sizes come on top of */

struct observation {
    double size, error2;        /* of ln size */
    struct weighted cost;
};

static int compare_observations(const void *a, const void *b)
{
    const struct observation *x = a, *y = b;
    return (x->size > y->size) - (x->size < y->size);
}

static int compare_rows(const void *a, const void *b)
{
    const struct fit_row *x = a, *y = b;
    return (x->ln_cost > y->ln_cost) - (x->ln_cost < y->ln_cost);
}

static bool usable(const struct fit_point *p)
{
    return p->size > 0 && p->cost >= 0 && isfinite(p->size) && isfinite(p->cost);
}

static double error2_of(const struct fit_point *p)
{
    return p->size_rel_error > 0 && isfinite(p->size_rel_error)
               ? p->size_rel_error * p->size_rel_error
               : 0;
}

static double weight_of(const struct fit_point *p)
{
    return p->weight > 0 && p->weight < 1e30 ? p->weight : 1;
}

static double precision_of(double error2)
{
    return fmax(1 / (1 + error2 / (TYPICAL_SCATTER * TYPICAL_SCATTER)), LEAST_PRECISION);
}

static double error2_of_precision(double precision)
{
    return (1 / precision - 1) * (TYPICAL_SCATTER * TYPICAL_SCATTER);
}

static size_t collect(const struct fit_point *points, size_t n, struct observation *list,
                      struct fit_rows *rows)
{
    size_t used = 0;
    double error2 = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!usable(&points[i])) {
            rows->warnings |= 1u << FIT_BAD_POINTS;
            continue;
        }
        double own = error2_of(&points[i]);
        list[used++] = (struct observation){ points[i].size, own,
                                             { points[i].cost, weight_of(&points[i]) } };
        error2 += precision_of(own) * own;
        sum += precision_of(own);
    }
    rows->error2 = used ? error2 / sum : 0;
    qsort(list, used, sizeof *list, compare_observations);
    return used;
}

/* One row for each run of equal sizes; cost has room for all. */
static void fold_equal(const struct observation *list, size_t n, struct weighted *cost,
                       struct fit_rows *rows)
{
    for (size_t i = 0, k; i < n; i = k) {
        double error2 = 0;
        for (k = i; k < n && list[k].size <= list[i].size; k++) {
            cost[k - i] = list[k].cost;
            error2 += list[k].error2;
        }
        double typical = stats_weighted_median(cost, k - i);
        if (typical > 0)
            rows->row[rows->n++] = (struct fit_row){ list[i].size, log(list[i].size), log(typical),
                                                      precision_of(error2 / (double)(k - i)) };
        else
            rows->warnings |= 1u << FIT_ZERO_COST;
    }
}

static int count_distinct(const struct fit_row *row, size_t n, double same)
{
    int distinct = 0;
    double first = 0;
    for (size_t i = 0; i < n; i++)
        if (distinct == 0 || row[i].size > first * same) {
            first = row[i].size;
            distinct++;
        }
    return distinct;
}

/* Rows whose sizes fall in one of FIT_ROWS_MAX equal steps of ln size become
 * one: middle size, middle cost.  That is exact for whatever grows or falls
 * all along; the lower middle of both, so that they stay a pair. */
static void merge_neighbours(struct fit_rows *rows)
{
    struct fit_row *row = rows->row;
    double low = row[0].ln_size, step = (row[rows->n - 1].ln_size - low) / FIT_ROWS_MAX;
    size_t merged = 0;
    for (size_t i = 0, k; i < rows->n; i = k) {
        double end = low + (floor((row[i].ln_size - low) / step) + 1) * step;
        for (k = i + 1; k < rows->n && row[k].ln_size < end; k++)
            ;
        size_t middle = i + (k - i - 1) / 2;
        double size = row[middle].size, precision = row[middle].precision;
        qsort(row + i, k - i, sizeof *row, compare_rows);
        row[merged++] = (struct fit_row){ size, log(size), row[middle].ln_cost, precision };
    }
    rows->n = merged;
}

int fit_rows_make(const struct fit_point *points, size_t n, enum fit_sizes sizes, struct fit_rows *rows)
{
    struct observation *list = calloc(n + 1, sizeof *list);
    struct weighted *cost = calloc(n + 1, sizeof *cost);
    *rows = (struct fit_rows){ .row = calloc(n + 1, sizeof *rows->row) };
    int result = -1;
    if (list && cost && rows->row) {
        size_t used = collect(points, n, list, rows);
        fold_equal(list, used, cost, rows);
        rows->distinct = count_distinct(rows->row, rows->n, sizes == FIT_COUNTED ? 1 : SAME_SIZE);
        if (rows->n > FIT_ROWS_MAX && rows->row[rows->n - 1].ln_size > rows->row[0].ln_size)
            merge_neighbours(rows);
        result = 0;
    } else {
        free(rows->row);
        rows->row = NULL;
    }
    free(list);
    free(cost);
    return result;
}

int fit_rows_beyond(const struct fit_rows *rows, size_t from, double besides, struct fit_rows *out)
{
    double error2 = 0, sum = 0;
    *out = *rows;
    out->row = calloc(rows->n + 1, sizeof *out->row);
    if (!out->row)
        return -1;
    for (size_t i = 0; i < rows->n; i++) {
        const struct fit_row *row = &rows->row[i];
        double rest = row->size - (i < from ? 0 : besides), of = row->size / rest;
        double own = error2_of_precision(row->precision) * of * of, precision = precision_of(own);
        out->row[i] = (struct fit_row){ rest, log(rest), row->ln_cost, precision };
        error2 += precision * own;
        sum += precision;
    }
    out->error2 = error2 / sum;
    return 0;
}
