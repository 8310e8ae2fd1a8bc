/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In-house mode over all logs: functions with their activations by size, fitted and ranked.
 */
#ifndef OFFLINE_FUNCTIONS_H
#define OFFLINE_FUNCTIONS_H

#include "base/run_ids.h"
#include "fit/fit.h"
#include "log/log_profile.h"

/* Activations of one size. */
struct function_tuple {
    uint64_t size;
    uint64_t count, least, most, sum;
    unsigned __int128 squares;
    /* The same of exclusive costs: callees and loops that are profiled are left out.  own_count: of how many
     * activations they are known, all or none of a log's. */
    uint64_t own_count, own_least, own_most, own_sum;
    unsigned __int128 own_squares;
};

enum function_cost { FUNCTION_WORST, FUNCTION_AVERAGE, FUNCTION_TOTAL, FUNCTION_COSTS };

/* What ranks a function, of the fit of its worst cost. */
struct function_growth {
    enum fit_class cls;
    double exponent;
    double sure;                /* the power that it certainly grows with; infinite: an exponential; 0 of FIT_NONE */
};

/* What it called that is not compiled in in-house mode. */
struct function_callee {
    char *name;                 /* as the linker knows it; or in parentheses what has none */
    uint64_t calls;
};

struct function {
    char *name, *file;
    uint32_t line;
    bool loop;                  /* one of a function, whose name begins with that one's */
    unsigned limit;             /* in its source: number of its class (rt_abi.h), 0 none */
    bool shared;                /* its metric is trms, not rms */
    bool time;                  /* costs are nanoseconds of CPU time, not blocks */
    struct function_tuple *tuples;      /* by size, no two alike */
    size_t n_tuples, cap_tuples;
    struct function_callee *opaque;     /* by calls, most first, no two of one name */
    size_t n_opaque, cap_opaque;
    uint64_t activations;
    /* With trms: cells of the sizes that others had written last; how many more sizes there are than by rms
     * (richness), and the share of the input that rms does not know (volume). */
    uint64_t by_threads, by_kernel;
    double richness, volume;
    double cost, largest;       /* sums over all; of the largest activation */
    double own;                 /* sum of the exclusive costs; NAN: not known of all */
    uint64_t size_low, size_high;
    struct function_growth growth;
    struct fit *fits;           /* of cost against size, by enum function_cost: function_fit has them */
    size_t n_fits;              /* 0, 1, or all */
    bool costs_are_one;         /* each size was seen once: the first is all of them */
    size_t rank;                /* from 1 */
};

struct functions {
    struct function *list;      /* by rank when finished */
    size_t n, cap;
    struct run_ids runs;        /* of the logs that are in it */
    uint64_t lost, bytes;       /* as of log_profiles, in all */
    size_t left_out;            /* functions of enough sizes that no budget was left to fit */
};

enum metric { METRIC_ALL, METRIC_RMS, METRIC_TRMS };

/* Takes over what a log says, once for each run id.  0 or -1 (no memory). */
int functions_add(struct functions *all, const uint8_t run_id[16], const struct log_profiles *profiles);

/* Sums up, fits (fit_budget) and ranks those of the metric; the result does not depend on the order of adding.  0 or -1 (no memory). */
int functions_finish(struct functions *all, enum metric which);

/* The fit of one of its costs, or what is said in its place: in *room, unless it has one. */
const struct fit *function_fit(const struct function *f, enum function_cost which, struct fit *room);

/* Does its worst cost grow faster than its size, and not for what it calls alone?  The list is by rank. */
bool functions_suspect(const struct functions *all, size_t i);

/* What its costs are in. */
static inline const char *function_unit(const struct function *f)
{
    return f->time ? "ns" : "blocks";
}

/* Are a tuple's exclusive costs known? */
static inline bool function_knows_own(const struct function_tuple *t)
{
    return t->own_count == t->count;
}

void functions_free(struct functions *all);

#endif
