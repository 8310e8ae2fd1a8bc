/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one log says about each target: a point (size, cost) for each run.
 */
#ifndef OFFLINE_LOG_POINTS_H
#define OFFLINE_LOG_POINTS_H

#include <stdbool.h>

#include "size/estimator_list.h"
#include "log/log_read.h"
#include "point/instances_by_context.h"
#include "point/warning_texts.h"

/* What makes two targets the same over logs.  build: build-id in hexadecimal,
 * "" if there is none. */
struct target_key {
    char *build, *file, *name, *function;   /* function is told, not compared */
    uint32_t line, column;
    uint8_t kind;                           /* enum alog_kind */
};

int target_key_compare(const struct target_key *a, const struct target_key *b);

/* Calls of uninstrumented code from traced instances. */
struct opaque {
    char *name;
    uint64_t calls;
};

/* A traced instance as the fit over single instances sees it: `count` of them. */
struct row {
    double size, cost;
    uint64_t count;
};

/* Whole outermost instances of a recursion, or inner starts: `count` of them. */
struct outermost {
    uint64_t size, cost;        /* longest chain of calls; calls */
    double rms;                 /* in bytes; NaN: unknown */
    uint64_t count;
};

/* Sums over instances of x = ln (bytes of its size) and y = ln (words accessed, read
 * and written, again and again, for each unit of cost): sums of x and so on. */
struct work {
    double n, x, y, xx, xy, yy;
};

struct point {
    size_t target;              /* index in log_points.targets */
    uint32_t run;               /* run in the log */
    char *label;                /* of the run, else of the log; NULL: none */
    struct work work;           /* of whole instances */
    double user_size;           /* algoprof_size () in the run, or ALGOPROF_SIZE; NaN: none */
    double accessed, accessed_low, accessed_high;   /* bytes that its instances accessed, again and again, all of
                                   them, of a recursion as cost; 95 % interval.  NaN: not known */
    uint64_t cost, instances;   /* exact totals, all threads */
    /* Of a recursion instances are outermost ones, and cost and rms those of
     * the one with the longest chain that was traced (of several: with the
     * most calls); 0 and NaN when there is none, rms NaN also when unknown. */
    uint64_t calls;             /* of a recursion: exact total */
    double rms;
    struct outermost *outermost;    /* sorted, equal ones counted; and inner starts */
    size_t n_outermost;
    uint64_t inner;             /* whole inner starts: their calls are among `rows' */
    uint64_t sampled;           /* traced instances kept in the log */
    uint64_t cut, lost, pairs;
    uint64_t cut_cost;          /* of a loop's instances that were cut: what was traced, at least */
    uint64_t starts, refused;   /* pair starts accepted; those that the budget refused */
    unsigned thin;
    bool exact, partial, by_command;    /* the last: user_size is that of ALGOPROF_SIZE */
    struct estimate estimates[ESTIMATORS];  /* exact, or a recursion: all alike */
    /* Of a loop, what all runs together are told from: */
    struct streak_stats streak;
    double marked;              /* cells in all sampled sets, thinned by `thin` */
    double read_once;           /* cells read once, besides a pool of others; NaN: not told */
    struct row *rows;           /* whole instances, sorted, equal ones counted; of
                                   a recursion all calls below whole outermost ones
                                   and inner starts */
    size_t n_rows;
    struct row *work_rows;      /* whole instances: bytes that each accessed against its size, of a recursion
                                   against its RMS; where they are known */
    size_t n_work_rows;
    struct row *user_rows;      /* likewise by algoprof_size () of each, where it was given;
                                   of a recursion of whole outermost ones */
    size_t n_user_rows;
    unsigned warnings;          /* bits of enum warning */
};

struct log_target {
    struct target_key key;
    uint64_t blind;
    uint32_t rate;              /* in force for it: ALOG_RATE_AUTO or N */
    uint32_t function_line;     /* where its function begins; 0: unknown */
    unsigned limit;             /* number of its class (rt_abi.h), 0 none */
    struct opaque *opaque;      /* most calls first; NULL: none */
    size_t n_opaque, cap_opaque;
};

/* Target `inner` was seen to run inside a traced instance of `outer`. */
struct nesting {
    size_t inner, outer;        /* indexes in log_points.targets */
};

/* Fields as in struct alog_header. */
struct log_header {
    uint64_t features, start_time, max_log;
    uint32_t version, rate, pairs, budget_ppm, flags;
    uint8_t client[16];
};

struct log_points {
    char *path;
    uint8_t run_id[16];
    struct log_header header;
    struct {                    /* as in struct alog_commit */
        uint64_t used, state, end_time;
    } commit;
    bool has_spent;             /* as in struct log_about: */
    bool shares_texts;          /* has texts that are not its own */
    struct {                    /* as in struct alog_spent */
        uint64_t start_ns, process_ns, traced_ns;
    } spent;
    uint64_t input;             /* bytes that the process read by read () and its like in its only run; 0: not known */
    struct alog_lost lost;
    int64_t time;               /* when it began (query_time); no part of the log */
    uint64_t sequence;          /* of the commit: of two copies of a log the newer counts */
    struct log_target *targets; /* sorted by key, unique */
    struct point *points;       /* sorted by target, then run; NULL: they are in */
    struct packed_point *packed;    /* packed_point.h, */
    uint8_t *rests;             /* with these bytes */
    struct nesting *nestings;   /* sorted, unique; NULL: there are none */
    struct called *called;      /* whole instances with their contexts; NULL: none is known */
    size_t n_targets, n_points, n_nestings;
    size_t damaged_contexts;    /* blocks that were skipped */
    bool has_contexts;          /* calls are counted in it; no part of a record */
    unsigned stops;             /* log_stops (); no part of a record */
    uint64_t only_counted;      /* traced instances whose sets are left out (log_compact.h); no part of a record */
};

/* Works out all points of a log, in units of 1 << shift bytes (0..6).  0, or
 * -1 with the reason.  Free with log_points_free. */
int log_points_make(const struct log *log, const char *path, unsigned shift,
                    struct log_points **out, struct err *err);
void log_points_free(struct log_points *points);

/* Forgets who called its instances, which takes more than all the rest. */
void log_points_drop_callers(struct log_points *points);

/* What a point has of its own. */
void point_free(struct point *point);

/* Sums up entries of one name (freeing the others' names) and sorts by calls,
 * most first, then by name.  The new number of entries. */
size_t opaque_merge(struct opaque *list, size_t n);

#endif
