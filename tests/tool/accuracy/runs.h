/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs of synthetic loops under the runtime, and what the logs tell of them.
 */
#ifndef TESTS_RUNS_H
#define TESTS_RUNS_H

#include "size/estimator_list.h"
#include "point/log_points.h"

struct sim_run {
    double size;                /* true, in bytes */
    double cost;
    struct streak_stats stats;
    double marked, scale;
    bool exact;
    struct estimate estimates[ESTIMATORS];
    struct streak_estimate plain;   /* without extents */
};

/* Where to find `simulate`, and a folder for logs. */
struct sim_place {
    const char *program, *folder;
};

/* Runs a pattern under ALGOPROF_RATE=rate; ends the program if it fails.  Safe
 * to call from several threads, but not twice at once with the same arguments. */
void sim_run(const struct sim_place *place, const char *pattern, uint64_t n, uint64_t seed,
             const char *rate, struct sim_run *out);

/* The same with another seed of the sampler: runs of one loop at several n must not
 * have their pairs at the same places. */
void sim_run_drawn(const struct sim_place *place, const char *pattern, uint64_t n, uint64_t seed,
                   uint64_t draw, const char *rate, struct sim_run *out);

#endif
