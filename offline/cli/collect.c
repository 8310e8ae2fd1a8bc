/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/collect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/inputs.h"
#include "base/progress.h"
#include "context/growth.h"
#include "context/tree.h"
#include "packed/database_record.h"
#include "store/store.h"

#define MOST_TOLD 10u           /* bad logs of a database */

/* What became of one input. */
struct result {
    struct log_points *points;  /* NULL: none that is asked for, or: */
    char *why;                  /* it cannot be used */
    struct log_profiles profiles;       /* of in-house mode */
    struct log_contexts contexts;       /* if they are asked for */
    struct log_growths *growths;        /* likewise; NULL: none */
    uint8_t run_id[16];
};

/* When the file was last changed: a log cannot be of later. */
static int64_t changed_at(const struct input *input)
{
    struct stat st;
    return stat(input->path, &st) == 0 ? st.st_mtime : time(NULL);
}

/* 0 or -1 (no memory). */
static int take_contexts(struct log *log, struct result *out)
{
    out->contexts = log->contexts;
    log->contexts = (struct log_contexts){ 0 };
    if (log->growths.n + log->growths.damaged == 0)
        return 0;
    if (!(out->growths = malloc(sizeof *out->growths)))
        return -1;
    *out->growths = log->growths;
    log->growths = (struct log_growths){ 0 };
    return 0;
}

static int make_points(const struct input *input, const struct query *query, bool wants_contexts,
                       struct log_points **points, struct result *out, struct err *err)
{
    struct log *log;
    if (input_read(input, &log, err) != 0)
        return -1;
    int result = log_points_make(log, input->name, query->shift, points, err);
    memcpy(out->run_id, log->header.run_id, sizeof out->run_id);
    if (result == 0 && wants_contexts && take_contexts(log, out) != 0) {
        log_points_free(*points);
        result = err_memory(err);
    }
    out->profiles = log_profiles_take(log);
    log_free(log);
    if (result == 0 && !wants_contexts)
        log_points_drop_callers(*points);
    if (result == 0 && record_pass(points, err) != 0) {
        log_points_free(*points);
        return -1;
    }
    return result;
}

/* 0 or -1 (no memory). */
static int read_one(const struct input *input, const struct query *query, struct dataset *set,
                    struct result *result)
{
    struct log_points *points = NULL;
    struct err err;
    if (make_points(input, query, set->contexts != NULL, &points, result, &err) != 0)
        return (result->why = strdup(err.text)) ? 0 : -1;
    points->time = query_time(points->header.start_time, changed_at(input));
    if (!query_select(query, points)) {
        log_points_free(points);
        return 0;
    }
    result->points = points;
    return point_pool_pack(&set->pool, points);
}

static int skip(struct dataset *set, const char *path, const char *why, collect_skipped *skipped)
{
    skipped(path, why);
    return dataset_skip(set, path, why);
}

static int add(struct dataset *set, const char *path, struct result *result,
               collect_skipped *skipped)
{
    int status = 0;
    if (result->why)
        status = skip(set, path, result->why, skipped);
    else if (result->points && (status = dataset_add(set, result->points)) != 0)
        log_points_free(result->points);
    if (status == 0 && result->points && set->growths && result->growths)
        status = growths_add(set->growths, result->run_id, result->growths, &result->profiles);
    if (status == 0 && result->points)
        status = functions_add(&set->functions, result->run_id, &result->profiles);
    if (status == 0 && result->points && set->contexts)
        status = contexts_add(set->contexts, result->run_id, &result->contexts);
    log_profiles_free(&result->profiles);
    log_contexts_free(&result->contexts);
    if (result->growths)
        log_growths_free(result->growths);
    free(result->growths);
    free(result->why);
    return status;
}

/* Reads all inputs in parallel; each becomes points or a skipped log, in the
 * order given. */
static int read_all(const struct inputs *inputs, const struct query *query,
                    collect_skipped *skipped, struct dataset *set)
{
    struct result *results = calloc(inputs->n + 1, sizeof *results);
    struct progress progress;
    int status = results ? 0 : -1;
    if (!results)
        return -1;
    progress_start(&progress, "reading", inputs->n);
#pragma omp parallel for schedule(dynamic) reduction(| : status)
    for (size_t i = 0; i < inputs->n; i++) {
        status |= read_one(&inputs->list[i], query, set, &results[i]);
        progress_step(&progress);
    }
    progress_clear(&progress);
    for (size_t i = 0; i < inputs->n; i++)
        status |= add(set, inputs->list[i].name, &results[i], skipped);
    free(results);
    return status;
}

/* Of a fleet's many bad logs the first are told; the set has all. */
static int add_database(const char *name, const struct query *query, collect_skipped *skipped,
                        struct dataset *set, struct err *err)
{
    char shown[256], rest[80];
    size_t before = set->n_skipped;
    int result = store_read(name, query, set, err);
    size_t bad = set->n_skipped - before, told = bad <= MOST_TOLD ? bad : MOST_TOLD - 1;
    for (size_t i = before; i < before + told; i++)
        skipped(set->skipped[i].path, set->skipped[i].why);
    if (bad > told) {
        snprintf(rest, sizeof rest, "%zu more bad logs in quarantine", bad - told);
        skipped(db_shown(name, shown, sizeof shown), rest);
    }
    return result;
}

int collect_logs(char **logs, size_t n, const struct query *query, collect_skipped *skipped,
                 struct dataset *set)
{
    struct inputs inputs = { 0 };
    struct err err;
    char shown[256];
    int status = 0;
    for (size_t i = 0; status == 0 && i < n; i++) {
        int added = db_is_database(logs[i]) ? add_database(logs[i], query, skipped, set, &err)
                                            : inputs_add(&inputs, logs[i], &err);
        if (added != 0)
            status = skip(set, db_shown(logs[i], shown, sizeof shown), err.text, skipped);
    }
    if (status == 0)
        status = read_all(&inputs, query, skipped, set);
    inputs_free(&inputs);
    return status;
}
