/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target/dataset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "target/dataset_fit.h"
#include "target/dataset_merge.h"
#include "target/dataset_cost_share.h"
#include "target/rank.h"

int dataset_add(struct dataset *set, struct log_points *points)
{
    if (array_grow(&set->logs, &set->cap_logs, set->n_logs + 1, sizeof *set->logs) != 0 ||
        (!points->packed && point_pool_pack(&set->pool, points) != 0))
        return -1;
    set->logs[set->n_logs++] = points;
    return 0;
}

int dataset_skip(struct dataset *set, const char *path, const char *why)
{
    if (array_grow(&set->skipped, &set->cap_skipped, set->n_skipped + 1, sizeof *set->skipped) != 0)
        return -1;
    struct skipped *s = &set->skipped[set->n_skipped];
    *s = (struct skipped){ strdup(path), strdup(why) };
    if (!s->path || !s->why) {
        free(s->path);
        free(s->why);
        return -1;
    }
    set->n_skipped++;
    return 0;
}

uint64_t dataset_losses(const struct dataset *set, uint64_t logs[ALOG_LOSSES])
{
    uint64_t sum = 0;
    memset(logs, 0, ALOG_LOSSES * sizeof *logs);
    for (size_t i = 0; i < set->n_logs; i++)
        for (unsigned k = 0; k < ALOG_LOSSES; k++) {
            logs[k] += set->logs[i]->lost.logs[k];
            sum += set->logs[i]->lost.logs[k];
        }
    return sum;
}

static int compare_id(const struct log_points *x, const struct log_points *y)
{
    return memcmp(x->run_id, y->run_id, sizeof x->run_id);
}

/* Of copies of a log the newest comes first. */
static int by_id(const void *a, const void *b)
{
    const struct log_points *x = *(struct log_points *const *)a;
    const struct log_points *y = *(struct log_points *const *)b;
    int c = compare_id(x, y);
    if (c == 0 && x->sequence != y->sequence)
        c = x->sequence > y->sequence ? -1 : 1;
    return c ? c : strcmp(x->path, y->path);
}

/* A database knows no folders. */
static int by_name(const void *a, const void *b)
{
    const struct log_points *x = *(struct log_points *const *)a;
    const struct log_points *y = *(struct log_points *const *)b;
    int c = strcmp(path_name(x->path), path_name(y->path));
    return c ? c : compare_id(x, y);
}

static int by_skipped_path(const void *a, const void *b)
{
    const struct skipped *x = a, *y = b;
    int c = strcmp(x->path, y->path);
    return c ? c : strcmp(x->why, y->why);
}

static int drop_copies(struct dataset *set)
{
    size_t kept = 0, n = set->n_logs;
    int result = 0;
    if (n > 0)
        qsort(set->logs, n, sizeof *set->logs, by_id);
    for (size_t i = 0; i < n; i++) {
        struct log_points *log = set->logs[i];
        if (kept == 0 || compare_id(set->logs[kept - 1], log) != 0) {
            set->logs[kept++] = log;
            continue;
        }
        size_t room = strlen(set->logs[kept - 1]->path) + sizeof "same log as ";
        char *why = malloc(room);
        if (why) {
            memcpy(why, "same log as ", sizeof "same log as ");
            strcat(why, set->logs[kept - 1]->path);
        }
        if (!why || dataset_skip(set, log->path, why) != 0)
            result = -1;
        free(why);
        log_points_free(log);
    }
    set->n_logs = kept;
    if (set->n_skipped > 0)
        qsort(set->skipped, set->n_skipped, sizeof *set->skipped, by_skipped_path);
    return result;
}

static int by_name_and_run(const void *a, const void *b)
{
    const struct target_point *x = a, *y = b;
    int c = by_name(&x->log, &y->log);
    return c ? c : (x->point->run > y->point->run) - (x->point->run < y->point->run);
}

/* Neighbours in key order differ in nothing but the build. */
static void mark_mixed_builds(struct dataset *set)
{
    for (size_t i = 1; i < set->n_targets; i++) {
        struct target *a = &set->targets[i - 1], *b = &set->targets[i];
        struct target_key key = a->key;
        key.build = b->key.build;
        if (target_key_compare(&key, &b->key) != 0 || a->n_points == 0 || b->n_points == 0)
            continue;
        a->warnings |= 1u << WARN_MIXED_BUILDS;
        b->warnings |= 1u << WARN_MIXED_BUILDS;
        set->mixed_builds = true;
    }
}

static int by_nesting(const void *a, const void *b)
{
    const struct nesting *x = a, *y = b;
    if (x->inner != y->inner)
        return x->inner < y->inner ? -1 : 1;
    return (x->outer > y->outer) - (x->outer < y->outer);
}

static int merge_nestings(struct dataset *set, size_t **of)
{
    size_t n = 0, unique = 0;
    for (size_t i = 0; i < set->n_logs; i++)
        n += set->logs[i]->n_nestings;
    struct nesting *list = calloc(n + 1, sizeof *list);
    set->nestings = list;
    if (!list)
        return -1;
    n = 0;
    for (size_t i = 0; i < set->n_logs; i++)
        for (size_t k = 0; k < set->logs[i]->n_nestings; k++) {
            const struct nesting *local = &set->logs[i]->nestings[k];
            if (of[i][local->inner] != DATASET_LEFT_OUT && of[i][local->outer] != DATASET_LEFT_OUT)
                list[n++] = (struct nesting){ of[i][local->inner], of[i][local->outer] };
        }
    qsort(list, n, sizeof *list, by_nesting);
    for (size_t i = 0; i < n; i++)
        if (unique == 0 || by_nesting(&list[unique - 1], &list[i]) != 0)
            list[unique++] = list[i];
    set->n_nestings = unique;
    return 0;
}

static void free_target(struct target *t)
{
    for (size_t k = 0; k < t->n_opaque; k++)
        free(t->opaque[k].name);
    free(t->opaque);
    free(t->points);
    free(t->told);
}

/* Moves target order[i] to place i, for all i, without a second array of targets.
 * order[i] becomes i. */
static void permute(struct target *targets, size_t *order, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (order[i] == i)
            continue;
        struct target first = targets[i];
        size_t to = i;
        for (size_t from; (from = order[to]) != i; to = from) {
            targets[to] = targets[from];
            order[to] = to;
        }
        targets[to] = first;
        order[to] = to;
    }
}

/* Indexes of targets as they are after ranking: now[i] is that of the target that order[k] = i puts to k, if those
 * without points are dropped. */
static void renumber_nestings(struct dataset *set, const size_t *order, size_t *now)
{
    size_t rank = 0;
    for (size_t k = 0; k < set->n_targets; k++) {
        now[order[k]] = rank;
        rank += set->targets[order[k]].n_points > 0;
    }
    for (size_t i = 0; i < set->n_nestings; i++)
        set->nestings[i] = (struct nesting){ now[set->nestings[i].inner], now[set->nestings[i].outer] };
}

/* Puts targets into the order of ranks; those without points are dropped
 * (marked, but never executed). */
static int order_targets(struct dataset *set)
{
    size_t n = set->n_targets, rank = 0;
    size_t *order = calloc(n + 1, sizeof *order), *now = calloc(n + 1, sizeof *now);
    bool good = order && now && rank_targets(set->targets, n, set->nestings, set->n_nestings, set->view, order) == 0;
    if (good) {
        renumber_nestings(set, order, now);
        permute(set->targets, order, n);
    }
    free(order);
    free(now);
    if (!good)
        return -1;
    for (size_t i = 0; i < n; i++) {
        struct target *t = &set->targets[i];
        if (t->n_points == 0) {
            free_target(t);
            continue;
        }
        t->rank = rank + 1;
        if (i != rank)
            set->targets[rank] = *t;
        rank++;
    }
    set->n_targets = rank;
    return 0;
}

/* All was worked out in the order of run ids, so that sums have the same last
 * digits whatever the logs are called; it is shown in the order of their files' names. */
static void order_by_name(struct dataset *set)
{
    if (set->n_logs > 0)
        qsort(set->logs, set->n_logs, sizeof *set->logs, by_name);
    for (size_t i = 0; i < set->n_targets; i++)
        qsort(set->targets[i].points, set->targets[i].n_points, sizeof *set->targets[i].points,
              by_name_and_run);
}

int dataset_finish(struct dataset *set, struct err *err)
{
    int estimator = set->pool.estimator;
    size_t **of = NULL;
    int result = drop_copies(set);
    if (result == 0 && !(of = calloc(set->n_logs + 1, sizeof *of)))
        result = -1;
    for (size_t i = 0; result == 0 && i < set->n_logs; i++)
        if (!(of[i] = calloc(set->logs[i]->n_targets + 1, sizeof **of)))
            result = -1;
    if (result == 0)
        result = dataset_merge(set, estimator, of);
    if (result == 0)
        result = merge_nestings(set, of);
    for (size_t i = 0; of && i < set->n_logs; i++)
        free(of[i]);
    free(of);
    if (result == 0) {
        mark_mixed_builds(set);
        result = dataset_fit(set, estimator);
    }
    if (result == 0)
        result = dataset_share(set);
    if (result == 0)
        result = order_targets(set);
    if (result == 0)
        order_by_name(set);
    return result == 0 ? 0 : err_memory(err);
}

void dataset_free(struct dataset *set)
{
    functions_free(&set->functions);
    for (size_t i = 0; i < set->n_targets; i++)
        free_target(&set->targets[i]);
    for (size_t i = 0; i < set->n_logs; i++)
        log_points_free(set->logs[i]);
    for (size_t i = 0; i < set->n_skipped; i++) {
        free(set->skipped[i].path);
        free(set->skipped[i].why);
    }
    free(set->targets);
    free(set->nestings);
    free(set->logs);
    free(set->skipped);
    point_pool_free(&set->pool);
    *set = (struct dataset){ 0 };
}
