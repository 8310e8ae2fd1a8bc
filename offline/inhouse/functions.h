/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In-house mode over all logs: functions with their activations by size, fitted and ranked.
 */
#ifndef OFFLINE_FUNCTIONS_H
#define OFFLINE_FUNCTIONS_H

#include "fit/fit.h"
#include "log/log_profile.h"

struct function {
    char *name, *file;
    uint32_t line;
    struct log_tuple *tuples;   /* by size, no two alike */
    size_t n_tuples, cap_tuples;
    uint64_t activations;
    double cost, largest;       /* sums over all; of the largest activation */
    uint64_t size_low, size_high;
    struct fit worst, average, total;   /* cost against size */
    size_t rank;                /* from 1 */
};

struct functions {
    struct function *list;      /* by rank when finished */
    size_t n, cap;
    uint8_t (*runs)[16];        /* of the logs that are in it */
    size_t n_runs, cap_runs;
    uint64_t lost;
};

/* Takes over what a log says, once for each run id.  0 or -1 (no memory). */
int functions_add(struct functions *all, const uint8_t run_id[16], const struct log_profiles *profiles);

/* Sums up, fits and ranks; the result does not depend on the order of adding.  0 or -1 (no memory). */
int functions_finish(struct functions *all);

void functions_free(struct functions *all);

#endif
