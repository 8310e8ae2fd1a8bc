/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect.h"

#include <stdlib.h>

#include "inputs.h"
#include "progress.h"

/* What became of one input. */
struct result {
    struct log_points *points;
    struct err err;
};

static void read_one(const struct input *input, unsigned shift, struct result *result)
{
    struct log *log;
    if (input_read(input, &log, &result->err) != 0)
        return;
    log_points_make(log, input->name, shift, &result->points, &result->err);
    log_free(log);
}

static int skip(struct dataset *set, const char *path, const struct err *err,
                collect_skipped *skipped)
{
    skipped(path, err->text);
    return dataset_skip(set, path, err->text);
}

/* Reads all inputs in parallel; each becomes points or a skipped log, in the
 * order given. */
static int read_all(const struct inputs *inputs, unsigned shift, collect_skipped *skipped,
                    struct dataset *set)
{
    struct result *results = calloc(inputs->n + 1, sizeof *results);
    struct progress progress;
    int status = results ? 0 : -1;
    if (!results)
        return -1;
    progress_start(&progress, "reading", inputs->n);
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < inputs->n; i++) {
        read_one(&inputs->list[i], shift, &results[i]);
        progress_step(&progress);
    }
    progress_clear(&progress);
    for (size_t i = 0; i < inputs->n; i++) {
        if (!results[i].points)
            status |= skip(set, inputs->list[i].name, &results[i].err, skipped);
        else if (dataset_add(set, results[i].points) != 0)
            status = -1;
    }
    free(results);
    return status;
}

int collect_logs(char **logs, size_t n, unsigned shift, collect_skipped *skipped,
                 struct dataset *set)
{
    struct inputs inputs = { 0 };
    struct err err;
    int status = 0;
    for (size_t i = 0; status == 0 && i < n; i++)
        if (inputs_add(&inputs, logs[i], &err) != 0)
            status = skip(set, logs[i], &err, skipped);
    if (status == 0)
        status = read_all(&inputs, shift, skipped, set);
    inputs_free(&inputs);
    return status;
}
