/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the points of a log: from traced instances to sizes.
 */
#ifndef OFFLINE_MAKE_POINT_H
#define OFFLINE_MAKE_POINT_H

#include "log/instance_order.h"
#include "point/log_points.h"

/* Whether it was traced to its end, and nothing of that was lost. */
bool instance_is_whole(const struct log_instance *in);

/* Whether its set is in the log, rather than only counted. */
bool instance_has_set(const struct log_instance *in);

/* Where points are made from. */
struct point_source {
    const struct log *log;
    const struct log_total *totals;     /* of all its sites, as log_totals gives them */
    size_t n_totals;
    unsigned shift;                     /* sizes are in units of 1 << shift bytes */
    double all_read;                    /* of them, that all instances of the point read, where the log says it;
                                           NaN: it does not */
    struct point_bound *bound;
};

/* What all points of a log may take together: few bytes of a set can claim many lines. */
struct point_bound {
    uint64_t steps;             /* of sweeps that are left (cell_sweep.h) */
    uint64_t segments;          /* most of a point (streak_collect.h) */
    uint64_t text;              /* bytes of labels that are left: each point has its own */
    bool exceeded;              /* a point would have taken more of them */
};

/* Fills what follows from the n instances of one point (in time order), and
 * adds their opaque calls to the target.  0 or -1 (no memory). */
int point_make(const struct point_source *source, const struct sampled *sampled, size_t n,
               struct log_target *target, struct point *point);

/* Of that: rows, pairs, and sizes by all estimators.  0 or -1 (no memory). */
int point_estimate(const struct point_source *source, const struct sampled *sampled,
                   const size_t *partner, size_t n, struct point *point);

/* Where its pairs read more segments than may be kept: tells the ranges by fewer pairs, as far as 16 or more do.  set:
 * two of each pair.  0 or -1 (no memory, or the bound is exceeded). */
int point_extents(const struct sweep_source *set, const struct streak_input *in, struct cell_view view, unsigned word_shift,
                  struct point_bound *bound, struct streak_stats *stats);

/* Of a run whose pairs are not spread evenly: tells the ranges by those that are, as many as there are in its last third. */
int point_even_extents(const struct sweep_source *set, const struct streak_input *in, struct cell_view view, unsigned word_shift,
                       struct point_bound *bound, struct streak_stats *stats);

/* Warns of what its instances tell; its sizes by streaks are those of `e`. */
void point_warn(struct point *point, const struct streak_estimate *e);

/* As point_make, for outermost instances of a recursion (recursion_point.c). */
int point_make_chain(const struct log *log, const struct sampled *sampled, size_t n,
                     struct log_target *target, struct point *point);

/* Fills the point's rows by the user's size.  0 or -1 (no memory). */
int point_user_rows(const struct sampled *sampled, size_t n, struct point *point);

/* Sorts the point's rows and sums up equal ones. */
void point_merge_rows(struct point *point);

/* Whether every instance of the run was traced to its end, and is here once. */
bool point_is_complete(const struct sampled *sampled, size_t n, const struct point *point);

/* Adds the opaque calls of n instances to their target, and warns on the point
 * if there are any.  0 or -1 (no memory). */
int opaque_collect(const struct log *log, const struct sampled *sampled, size_t n,
                   struct log_target *target, struct point *point);

#endif
