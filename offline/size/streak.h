/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK: how many distinct cells all instances of a run read, told from
 * sampled pairs of consecutive instances.  docs/methods.md, "The size of a
 * run's input".
 *
 * All sizes are in cells of the view.  Cells of an aligned word that always
 * are read together count as one observation, weighted by their number.
 */
#ifndef OFFLINE_STREAK_H
#define OFFLINE_STREAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "size/cell_sweep.h"

#define STREAK_FEW_AGAIN 5      /* blocks of cells that were seen again, below which the size rests on the model */
#define STREAK_EPISODES 20      /* f[j] up to this j; more episodes tell no more */

/* Pairs that one sampler drew: each instance of it is as likely to be drawn as
 * any other.  Instances of a run are numbered through, stratum after stratum. */
struct streak_stratum {
    size_t pairs;               /* not 0 */
    double instances;           /* at least as many as the pairs reach */
    double total_cost;          /* of all its instances; NaN: unknown */
};

struct streak_input {
    size_t pairs;
    const double *start;        /* number of each pair's first instance, from 0; ascending by 2 or more */
    const double *cost;         /* of both instances of each pair, in the unit of total_cost; or NULL */
    const struct streak_stratum *stratum;
    size_t n_strata;            /* in the pairs' order; not 0 */
    double instances, total_cost;   /* of the run; at least the sums over strata */
    double cost_so_far;         /* of the run's instances up to the last pair's second one, and that; 0: unknown */
    bool extents;               /* look for address ranges (thinned cells have none) */
    bool uneven;                /* the gaps between pairs say how much of the run each stands for: some were likelier than others, */
    bool waited;                /* or came when they could be paid */
};

/* All that STREAK keeps of a run: some 400 bytes, whatever the run's size.  A
 * pair's first instance is its place A, the second its place B; an episode of
 * a cell is a maximal row of neighbouring places that read it; short: within
 * one pair. */
struct streak_stats {
    double instances, pairs;
    double seen, words;         /* cells in the pairs; observations they make up */
    double f[STREAK_EPISODES + 1], f_more;  /* f[j]: cells with j episodes, all short */
    double hidden, cv;          /* expected streaks of unseen cells (H1); its relative error */
    double half, both;          /* cells of f[1] at one place; at both of a pair */
    double span2;               /* with one episode, over exactly 2 pairs */
    double joined, parted;      /* one episode B A; two: A of a pair, B of the next */
    double again, again_half;   /* episodes of cells with several short ones; those at one place */
    double block;               /* mean size of groups of such cells that go together; 0: no such cell */
    double run;                 /* mean length of rows of neighbouring cells */
    double toggling;            /* pairs in whose only one place some cell was seen alone */
    double longest, second;     /* instances' sizes */
    bool nested;                /* every instance reads a prefix of one walk */
    bool filled;                /* else: all pairs read the same ranges all over, or each what those before it read, and more;
                                   what is hidden lies beyond the ends */
    /* If nested: this many walks are longer than tail_from (0: too few to tell), by
     * excesses of a generalised Pareto distribution. */
    double tail, tail_from, tail_shape, tail_scale;
    double beyond_low, beyond, beyond_high;     /* so many cells, if so */
    double slots, gaps;         /* unseen slots in the extents, told from so many gaps; gaps 0: unknown */
    double foreign;             /* share of the extents that others' data have, between what is read; 1: an unknown one */
    double unread;              /* of the unseen slots, those that no instance reads (streak_range_parts.h) */
    double hull;                /* cells between the first and the last of each region that was seen, and as many more as come
                                   behind the last pair in proportion; 0: unknown */
    double seldom;              /* cells of records that are seldom read, beside others; 0: none */
    double seldom_reads, seldom_share;  /* all instances' reads of such; so many for each of the others, where there are any */
    double seldom_unseen;       /* of unseen cells, such */
    double cost_ratio;          /* mean cost of an instance, run / sample; NaN: unknown */
    double dear;                /* cells that may have been read for what instances cost more than the sample tells */
};

/* NaN: cannot be told.  seen <= low <= size <= high. */
struct streak_estimate {
    double size, low, high;
    double fresh;               /* posterior weight of "some cells are read once" besides a pool */
    double once;                /* how many these are, if so; NaN: no such thing */
    double bound;               /* size is bounded by the extents from so much more; 0: it is not */
    double hidden;              /* expected streaks of unseen cells, after all corrections */
    double block;               /* cells that go together */
    double again;               /* cells met again in another episode, likewise */
};

struct streak_collect;

/* Begins to collect from a sweep (cell_sweep.h) whose set 2k is place A of pair
 * k and 2k + 1 place B; sets beyond are ignored.  A word is 1 << word_shift
 * cells of the view, a line at most.  NULL: no memory. */
struct streak_collect *streak_collect_new(size_t pairs, unsigned word_shift);
void streak_collect_free(struct streak_collect *collect);

/* Keeps so many segments of alike cells at most, of 64 bytes each (streak_collect.h; 2^19 if
 * it is not called).  Of a run with more its extents are unknown. */
void streak_collect_limit(struct streak_collect *collect, uint64_t segments);

/* Whether there were more. */
bool streak_collect_is_over(const struct streak_collect *collect);

/* Adds the next lines.  0 or -1 (no memory). */
int streak_collect_lines(struct streak_collect *collect, const struct sweep_lines *lines);

/* What was collected; in->pairs is that of the start and not 0.  0 or -1 (no
 * memory). */
int streak_collect_finish(struct streak_collect *collect, const struct streak_input *in,
                          struct streak_stats *out);

/* 0 or -1 (no memory). */
int streak_estimate(const struct streak_stats *stats, struct streak_estimate *out);

#endif
