/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All logs of a report: points merged by target, fitted and ranked.
 */
#ifndef OFFLINE_DATASET_H
#define OFFLINE_DATASET_H

#include "fit/fit.h"
#include "inhouse/functions.h"
#include "target/verdict.h"
#include "packed/packed_point.h"
#include "size/streak_joint.h"

struct contexts;
struct growths;

/* A log that was not used. */
struct skipped {
    char *path, *why;
};

/* Whether a run has a say in the fits. */
enum point_use {
    POINT_USED,
    POINT_SPARE,                /* there are enough others like it */
    POINT_WILD,                 /* no size explains its cost; it is in no sum either */
};

/* A point and the log it is from. */
struct target_point {
    const struct log_points *log;
    const struct packed_point *point;
    struct estimate size;       /* by the chosen estimator; NaN: cannot be told */
    double joint_size;          /* by streaks, all runs told together; NaN: cannot be told */
    double fitted_size, fitted_error;   /* that cost is fitted against; its standard error of ln size */
    unsigned warnings;          /* bits of enum warning */
    enum point_use use;
};

/* Who told the n of runs, besides the memory that they read. */
enum told_by {
    TOLD_BY_NOBODY,
    TOLD_BY_PROGRAM,            /* algoprof_size */
    TOLD_BY_CALLER,             /* ALGOPROF_SIZE, of some run */
    TOLD_BY_INPUT,              /* nobody else did: bytes that the process read, which cost outgrows */
};

/* Cost against that n. */
struct target_told {
    struct fit runs, instances, work;
};

struct target {
    struct target_key key;      /* strings of one of its logs */
    struct target_point *points;    /* sorted by log, then run */
    size_t n_points;
    const struct point_pool *pool;  /* of these */
    struct opaque *opaque;
    size_t n_opaque, cap_opaque;
    double instances, cost;     /* sums over points that are not wild; of a recursion of all calls */
    double size_low, size_high; /* smallest and largest size; NaN: none is known */
    struct streak_joint joint;  /* of loops */
    struct fit fit, instances_fit;
    struct fit work_fit, instances_work_fit;    /* bytes accessed in place of cost, of a recursion against RMS */
    enum told_by told_by;       /* n, in some run */
    bool left_out;              /* of the fits, for which there was no budget */
    struct target_told *told;   /* cost and bytes accessed against that; NULL: nobody did */
    unsigned warnings;          /* of all its points, and its own */
    unsigned limit;             /* in its source: number of its class (rt_abi.h), 0 none */
    double share;               /* of the cost of all targets of its process, at its largest size; NaN unknown */
    double work_share;          /* of the work of the target of its process that did most, likewise */
    struct judgement judgement;
    const struct function *profile;     /* of a function of in-house mode (function_target.h); NULL: a marked target */
    size_t rank;                /* from 1; targets are sorted by it */
};

struct dataset {
    struct log_points **logs;   /* sorted by the file's name, then run id; each run id once */
    struct skipped *skipped;    /* sorted by path */
    struct target *targets;
    struct nesting *nestings;   /* inner and outer are indexes in targets */
    struct functions functions; /* of in-house mode */
    struct contexts *contexts;  /* calling contexts of the logs that are added, the caller's; NULL: not asked for */
    struct growths *growths;    /* and how they grow (context/growth.h), likewise */
    size_t n_logs, cap_logs, n_skipped, cap_skipped, n_targets, n_nestings;
    struct point_pool pool;     /* its estimator is the one whose sizes are fitted */
    enum view view;             /* set before dataset_finish: what alarms and ranks are by */
    bool mixed_builds;          /* some target is there in several builds */
    size_t n_left_out;          /* targets that the report has no room for: dataset_most_targets.h */
    size_t n_left_out_logs;     /* of senders with more rows than their share: store/store_shares.h */
};

/* Takes over the points of a log, and packs them unless they are packed of the
 * set's pool already.  0 or -1 (no memory). */
int dataset_add(struct dataset *set, struct log_points *points);
int dataset_skip(struct dataset *set, const char *path, const char *why);

/* After all logs: drops copies, merges, fits and ranks; the result does not
 * depend on the order of adding.  0, or -1 with the reason. */
int dataset_finish(struct dataset *set, struct err *err);

/* How many logs users' machines lost, as those of the set tell, by enum alog_loss.  Returns
 * how many these are. */
uint64_t dataset_losses(const struct dataset *set, uint64_t logs[ALOG_LOSSES]);

void dataset_free(struct dataset *set);

#endif
