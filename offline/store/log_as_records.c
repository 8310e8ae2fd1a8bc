/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A log on its way into the database: as records, and what the columns have of them.
 */
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

static int add_point(struct reduced *r, const struct point *p)
{
    struct reduced_point *out = &r->point[r->n_points];
    *out = (struct reduced_point){ p->target, p->run, NULL, p->cost, p->instances,
                                   p->estimates[ESTIMATOR_DEFAULT].size };
    if (p->label && !(out->label = strdup(p->label)))
        return -1;
    r->n_points++;
    return 0;
}

int reduced_make(struct log_points *log, struct reduced *out, struct err *err)
{
    int result = 0;
    out->log = log;
    out->end = calloc(log->n_points + 1, sizeof *out->end);
    out->point = calloc(log->n_points + 1, sizeof *out->point);
    record_write_head(log, &out->head);
    for (size_t i = 0; out->end && out->point && result == 0 && i < log->n_points; i++) {
        record_write_point(&log->points[i], &out->points);
        out->end[i] = out->points.n;
        result = add_point(out, &log->points[i]);
    }
    return !out->end || !out->point || result != 0 || out->head.failed || out->points.failed
               ? err_memory(err) : 0;
}

/* The points one by one: only the last one read, by which the order of the next is seen,
 * is in memory. */
static int open_points(struct reduced *r, size_t n, struct err *err)
{
    struct log_points *log = r->log;
    for (size_t i = 0; i < n; i++) {
        size_t begin = i > 0 ? r->end[i - 1] : 0;
        if (r->end[i] < begin || r->end[i] > r->points.n ||
            record_read_point(r->points.p + begin, r->end[i] - begin, log, err) != 0)
            return 1;
        if (log->n_points == 2) {
            point_free(&log->points[0]);
            log->points[0] = log->points[1];
            log->n_points = 1;
        }
        if (add_point(r, &log->points[log->n_points - 1]) != 0)
            return -1;
    }
    return n > 0 && r->end[n - 1] != r->points.n ? 1 : 0;
}

int reduced_open(struct reduced *r, const char *name, int64_t time, struct err *err)
{
    size_t n = r->n_points;
    r->n_points = 0;
    r->name = strdup(name);
    r->point = calloc(n + 1, sizeof *r->point);
    if (!r->name || !r->point)
        return -1;
    if (record_read_head(r->head.p, r->head.n, name, &r->log, err) != 0)
        return 1;
    r->log->time = time;
    return open_points(r, n, err);
}

void reduced_free(struct reduced *r)
{
    log_points_free(r->log);
    bytes_free(&r->head);
    bytes_free(&r->points);
    for (size_t i = 0; i < r->n_points; i++)
        free(r->point[i].label);
    free(r->point);
    free(r->end);
    free(r->name);
    *r = (struct reduced){ 0 };
}
