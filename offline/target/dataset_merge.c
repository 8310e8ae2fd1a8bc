/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset_merge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "target/dataset_runs_left_out.h"
#include "target/dataset_most_targets.h"

static int by_key(const void *a, const void *b)
{
    const struct dataset_local *x = a, *y = b;
    int c = target_key_compare(&x->target->key, &y->target->key);
    if (c == 0)
        c = strcmp(x->target->key.function, y->target->key.function);
    return c ? c : (x->log > y->log) - (x->log < y->log);
}

static int add_opaque(struct target *t, const struct log_target *from)
{
    size_t need = t->n_opaque + from->n_opaque;
    if (array_grow(&t->opaque, &t->cap_opaque, need, sizeof *t->opaque) != 0)
        return -1;
    for (size_t i = 0; i < from->n_opaque; i++) {
        char *name = strdup(from->opaque[i].name);
        if (!name)
            return -1;
        t->opaque[t->n_opaque++] = (struct opaque){ name, from->opaque[i].calls };
    }
    return 0;
}

static int by_target(const void *index, const void *point)
{
    uint32_t x = *(const uint32_t *)index, y = ((const struct packed_point *)point)->target;
    return (x > y) - (x < y);
}

const struct packed_point *dataset_local_points(const struct dataset *set, const struct dataset_local *local,
                                                size_t *n)
{
    const struct log_points *log = set->logs[local->log];
    size_t first = array_first(log->packed, log->n_points, sizeof *log->packed, &local->index, by_target);
    for (*n = 0; first + *n < log->n_points && log->packed[first + *n].target == local->index;)
        ++*n;
    return log->n_points > 0 ? log->packed + first : NULL;
}

/* Adds the points of a log's target; there is room. */
static void add_points(const struct dataset *set, struct target *t, const struct dataset_local *local,
                       int estimator)
{
    const struct log_points *log = set->logs[local->log];
    size_t n;
    const struct packed_point *p = dataset_local_points(set, local, &n);
    for (; n > 0; n--, p++) {
        struct packed_rest rest;
        point_unpack(t->pool, p, &rest);
        struct target_point tp = { .log = log, .point = p, .size = rest.estimates[estimator],
                                   .warnings = p->warnings };
        if (estimator != ESTIMATOR_DEFAULT)
            tp.warnings &= ~WARN_OF_STREAKS;
        bool recursion = t->key.kind == ALOG_RECURSION;
        if (isnan(tp.size.size) && p->sampled > 0 && !recursion)
            tp.warnings |= 1u << WARN_NO_RECAPTURE;
        t->points[t->n_points++] = tp;
        t->warnings |= tp.warnings;
    }
}

static int by_id_and_run(const void *a, const void *b)
{
    const struct target_point *x = a, *y = b;
    int c = memcmp(x->log->run_id, y->log->run_id, sizeof x->log->run_id);
    return c ? c : (x->point->run > y->point->run) - (x->point->run < y->point->run);
}

/* All targets of all logs, those of one key side by side.  NULL: no memory. */
static struct dataset_local *sort_locals(const struct dataset *set, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < set->n_logs; i++)
        *n += set->logs[i]->n_targets;
    struct dataset_local *locals = calloc(*n + 1, sizeof *locals);
    size_t at = 0;
    for (size_t i = 0; locals && i < set->n_logs; i++)
        for (size_t k = 0; k < set->logs[i]->n_targets; k++)
            locals[at++] = (struct dataset_local){ &set->logs[i]->targets[k], (uint32_t)i, (uint32_t)k };
    if (locals)
        qsort(locals, *n, sizeof *locals, by_key);
    return locals;
}

/* One target, of the n locals of one key. */
static int merge_target(struct dataset *set, const struct dataset_local *locals, size_t n, int estimator,
                        size_t **of)
{
    struct target *t = &set->targets[set->n_targets];
    size_t points = 0, own;
    int result = 0;
    *t = (struct target){ .key = locals->target->key, .size_low = NAN, .size_high = NAN,
                          .pool = &set->pool };
    for (size_t i = 0; i < n; i++)
        dataset_local_points(set, &locals[i], &own), points += own;
    t->points = malloc((points + 1) * sizeof *t->points);
    if (!t->points)
        return -1;
    set->n_targets++;
    for (size_t i = 0; result == 0 && i < n; i++) {
        const struct dataset_local *l = &locals[i];
        of[l->log][l->index] = set->n_targets - 1;
        if (l->target->limit > t->limit)
            t->limit = l->target->limit;
        add_points(set, t, l, estimator);
        result = add_opaque(t, l->target);
    }
    t->n_opaque = opaque_merge(t->opaque, t->n_opaque);
    if (t->n_points > 0)
        qsort(t->points, t->n_points, sizeof *t->points, by_id_and_run);
    return result;
}

/* Finds the groups of one key.  0 or -1 (no memory). */
static int find_groups(const struct dataset_local *locals, size_t n, struct dataset_group **groups,
                       size_t *n_groups)
{
    size_t cap = 0;
    int result = 0;
    for (size_t i = 0, end; result == 0 && i < n; i = end) {
        for (end = i + 1; end < n && target_key_compare(&locals[i].target->key,
                                                        &locals[end].target->key) == 0;)
            end++;
        result = array_grow(groups, &cap, *n_groups + 1, sizeof **groups);
        if (result == 0)
            (*groups)[(*n_groups)++] = (struct dataset_group){ .from = i, .to = end };
    }
    return result;
}

/* One target for each group that the report has room for. */
static int merge_groups(struct dataset *set, const struct dataset_local *locals,
                        const struct dataset_group *groups, size_t n, int estimator, size_t **of)
{
    int result = 0;
    for (size_t i = 0; result == 0 && i < n; i++) {
        const struct dataset_group *g = &groups[i];
        if (!g->left_out)
            result = merge_target(set, locals + g->from, g->to - g->from, estimator, of);
        for (size_t k = g->from; g->left_out && k < g->to; k++)
            of[locals[k].log][locals[k].index] = DATASET_LEFT_OUT;
    }
    return result;
}

int dataset_merge(struct dataset *set, int estimator, size_t **of)
{
    size_t n, n_groups = 0;
    struct dataset_local *locals = sort_locals(set, &n);
    struct dataset_group *groups = NULL;
    int result = locals ? find_groups(locals, n, &groups, &n_groups) : -1;
    if (result == 0)
        result = dataset_crowd(set, locals, groups, n_groups);
    if (result == 0 && !(set->targets = malloc((n_groups - set->n_left_out + 1) * sizeof *set->targets)))
        result = -1;
    if (result == 0)
        result = merge_groups(set, locals, groups, n_groups, estimator, of);
    free(groups);
    free(locals);
    for (size_t i = 0; result == 0 && i < set->n_targets; i++)
        if (set->targets[i].n_points > 0)
            result = dataset_choose(&set->targets[i]);
    return result;
}
