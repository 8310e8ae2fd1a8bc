/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the fits of a target mean: whether it is an alarm, which fit says so, and
 * how sure that is (docs/methods.md, "The verdict").
 */
#ifndef OFFLINE_VERDICT_H
#define OFFLINE_VERDICT_H

#include <stdbool.h>

#include "fit/fit.h"

/* The exponent's interval of an alarm lies above this: n log n looks like n^(1 + 1 / ln n), n^1.2 at 150, and
 * n - constant like n^1.04. */
#define ALARM_LOW 1.2
/* That of n log n, from 8 elements to 100. */
#define NLOGN_STEEPEST 1.32
/* Above this exponent no fit says that all is fine: that of n log n about n = 50. */
#define STEEPEST_FINE 1.25

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
    VIEW_WORK,          /* what runs accessed, */
    VIEW_INSTANCES_WORK,    /* and what single instances did: asked for by nobody, but they may decide */
    VIEW_TOLD,              /* runs, */
    VIEW_TOLD_INSTANCES,    /* single instances */
    VIEW_TOLD_WORK,         /* and what runs accessed, against the n that the program told (algoprof_size) */
    VIEWS
};

struct judgement {
    enum target_verdict verdict;
    enum view decides;          /* no VIEW_BOTH: where the verdict comes from */
    bool exponential;           /* of an alarm or watch */
    double weight;              /* cost expected at ten times the largest size; ranks alarms */
};

/* By the fit alone: 2: exponential; 1: grows faster than n log n; 0: some class up to
 * n log n cannot be excluded, or there is no class. */
int judge_alarm(const struct fit *fit);

/* How sure the class of one of a target's fits is; decides is not VIEW_BOTH. */
enum confidence judge_confidence(const struct target *t, enum view decides);

/* Likewise, by nothing but the fit. */
enum confidence judge_fit_confidence(const struct fit *fit);

/* "high", "medium", "low"; NULL for CONFIDENCE_NONE. */
const char *confidence_name(enum confidence confidence);

/* "alarm", "watch", "fine", "unknown" */
const char *target_verdict_name(enum target_verdict verdict);

/* VIEW_RUNS, VIEW_INSTANCES, VIEW_WORK: the same against the n that the program told, where it told one and that fit
 * is the better determined: it has a class, and no lower confidence.  What its caller said (ALGOPROF_SIZE), and what the
 * process read, stand in only for bytes whose fit has no class, or low confidence; the latter also for one that leaves the
 * verdict open.  Else the view itself. */
enum view judge_basis(const struct target *t, enum view view);

/* From the fits, points and share of t.  Any thread. */
struct judgement judge_verdict(const struct target *t, enum view view);

/* Would the fit alone say that all is fine? */
bool judge_is_calm(const struct fit *fit);

/* Are the sizes of most runs known to a factor of 3 at best? */
bool judge_sizes_are_wide(const struct target *t);

/* A loop that is much of its program's cost, by such sizes. */
bool judge_is_guessed(const struct target *t);

/* Is the work (a view of work) steep, for sure or not? */
bool judge_work_is_doubtful(const struct target *t, enum view work);

/* Is a class of work, which is estimated, to be believed? */
bool judge_is_sure_of_work(const struct target *t, enum view work);

/* Is it of single instances? */
static inline bool view_is_of_instances(enum view view)
{
    return view == VIEW_INSTANCES || view == VIEW_INSTANCES_WORK || view == VIEW_TOLD_INSTANCES;
}

/* Is it of bytes accessed? */
static inline bool view_is_of_work(enum view view)
{
    return view == VIEW_WORK || view == VIEW_INSTANCES_WORK || view == VIEW_TOLD_WORK;
}

/* Is it against an n that was told (enum told_by)? */
static inline bool view_is_told(enum view view)
{
    return view == VIEW_TOLD || view == VIEW_TOLD_INSTANCES || view == VIEW_TOLD_WORK;
}

/* Is it at least one percent of its process's cost, or work, at the largest size? */
bool judge_is_dear(const struct target *t, enum view decides);

/* Its name in JSON: "fit", "instances_fit", "work_fit", "instances_work_fit", "user_fit", ... */
const char *view_fit_name(enum view view);

/* The fit that view (not VIEW_BOTH) means. */
const struct fit *judge_fit(const struct target *t, enum view view);

#endif
