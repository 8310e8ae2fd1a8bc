/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the fits of a target mean: whether it is an alarm, which fit says so, and
 * how sure that is (docs/methods.md, "The verdict").
 */
#ifndef OFFLINE_JUDGEMENT_H
#define OFFLINE_JUDGEMENT_H

#include <stdbool.h>

#include "fit/fit.h"

struct target;

/* In order of rank. */
enum target_verdict {
    TARGET_UNKNOWN,     /* no class, or a steep one that the data do not settle */
    TARGET_FINE,        /* no steeper than n log n, as far as can be seen */
    TARGET_WATCH,       /* super-linear for sure, but too cheap to matter */
    TARGET_ALARM,       /* super-linear for sure, and it matters */
};

enum confidence {
    CONFIDENCE_NONE,    /* there is no class */
    CONFIDENCE_LOW,
    CONFIDENCE_MEDIUM,
    CONFIDENCE_HIGH,
};

/* Which fit of a target is looked at: over runs (instances merged, bottom-up),
 * over single instances (top-down), or the worse of both. */
enum view {
    VIEW_BOTH,
    VIEW_RUNS,
    VIEW_INSTANCES,
    VIEW_WORK,          /* what runs accessed; asked for by nobody, but it may decide */
};

struct judgement {
    enum target_verdict verdict;
    enum view decides;          /* no VIEW_BOTH: where the verdict comes from */
    bool exponential;           /* of an alarm or watch */
    double weight;              /* cost expected at ten times the largest size; ranks alarms */
};

/* How sure the class of one of a target's fits is; decides is not VIEW_BOTH. */
enum confidence judge_confidence(const struct target *t, enum view decides);

/* Likewise, by nothing but the fit. */
enum confidence judge_fit_confidence(const struct fit *fit);

/* "high", "medium", "low"; NULL for CONFIDENCE_NONE. */
const char *confidence_name(enum confidence confidence);

/* "alarm", "watch", "fine", "unknown" */
const char *target_verdict_name(enum target_verdict verdict);

/* From the fits, points and share of t.  Any thread. */
struct judgement judge_verdict(const struct target *t, enum view view);

/* Is the work over runs steep, for sure or not? */
bool judge_work_is_doubtful(const struct target *t);

/* Is it at least one percent of its process's cost, or work, at the largest size? */
bool judge_is_dear(const struct target *t, enum view decides);

/* The fit that view (not VIEW_BOTH) means. */
const struct fit *judge_fit(const struct target *t, enum view view);

#endif
