/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/upload_caps.h"

#include <inttypes.h>
#include <string.h>

static int check(const char *what, uint64_t n, uint64_t most, struct err *err)
{
    if (n <= most)
        return 0;
    return err_set(err, "too large for an upload: %" PRIu64 " %s, %" PRIu64 " at most", n, what, most);
}

static uint64_t text_of(const struct log *log)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < log->n_sites; i++)
        sum += strlen(log->sites[i].name) + strlen(log->sites[i].function) +
               strlen(log->sites[i].file);
    for (size_t i = 0; i < log->n_names; i++)
        sum += strlen(log->names[i].text);
    for (size_t i = 0; i < log->n_runs; i++)
        sum += strlen(log->runs[i].label);
    return sum;
}

static uint64_t longest_label(const struct log *log)
{
    uint64_t most = 0;
    for (size_t i = 0; i < log->n_runs; i++)
        if (strlen(log->runs[i].label) > most)
            most = strlen(log->runs[i].label);
    return most;
}

int caps_check(const struct log *log, struct err *err)
{
    return check("targets", log->n_sites, CAP_TARGETS, err) != 0 ||
           check("runs", log->n_runs, CAP_RUNS, err) != 0 ||
           check("traced instances", log->n_traced, CAP_INSTANCES, err) != 0 ||
           check("bytes of names", text_of(log), CAP_TEXT, err) != 0 ||
           check("bytes of a label", longest_label(log), CAP_LABEL, err) != 0 ? -1 : 0;
}

int caps_check_points(size_t points, struct err *err)
{
    return check("counts of targets in runs", points, CAP_POINTS, err);
}
