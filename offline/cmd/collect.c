/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/collect.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "cmd/inputs.h"
#include "cmd/progress.h"
#include "point/record.h"
#include "store/store.h"

#define MOST_TOLD 10u           /* bad logs of a database */

/* What became of one input. */
struct result {
    struct log_points *points;
    struct err err;
};

/* When the file was last changed: a log cannot be of later. */
static int64_t changed_at(const struct input *input)
{
    struct stat st;
    return stat(input->path, &st) == 0 ? st.st_mtime : time(NULL);
}

static void read_one(const struct input *input, const struct query *query, struct result *result)
{
    struct log *log;
    if (input_read(input, &log, &result->err) != 0)
        return;
    int made = log_points_make(log, input->name, query->shift, &result->points, &result->err);
    log_free(log);
    if (made == 0 && record_pass(&result->points, &result->err) != 0) {
        log_points_free(result->points);
        result->points = NULL;
    }
    if (result->points)
        result->points->time = query_time(result->points->header.start_time, changed_at(input));
}

static int add(struct dataset *set, const struct query *query, struct log_points *points)
{
    if (query_select(query, points))
        return dataset_add(set, points);
    log_points_free(points);
    return 0;
}

static int skip(struct dataset *set, const char *path, const struct err *err,
                collect_skipped *skipped)
{
    skipped(path, err->text);
    return dataset_skip(set, path, err->text);
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
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < inputs->n; i++) {
        read_one(&inputs->list[i], query, &results[i]);
        progress_step(&progress);
    }
    progress_clear(&progress);
    for (size_t i = 0; i < inputs->n; i++) {
        if (!results[i].points)
            status |= skip(set, inputs->list[i].name, &results[i].err, skipped);
        else if (add(set, query, results[i].points) != 0)
            status = -1;
    }
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
            status = skip(set, db_shown(logs[i], shown, sizeof shown), &err, skipped);
    }
    if (status == 0)
        status = read_all(&inputs, query, skipped, set);
    inputs_free(&inputs);
    return status;
}
