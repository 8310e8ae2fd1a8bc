/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to STREAK: what is gathered cell by cell, before it becomes the
 * sums of streak.h.
 */
#ifndef OFFLINE_STREAK_COLLECT_H
#define OFFLINE_STREAK_COLLECT_H

#include "size/streak.h"
#include "size/streak_seldom_members.h"

/* Cells [first, first + cells) of the pairs, all alike.  Of equal lines in a row the first
 * and last STREAK_LINES are segments of their own; one between stands for all others:
 * each of its segments is there `repeats` times, a line further on each time. */
struct streak_segment {
    uint64_t first, cells;
    uint32_t repeats;           /* 1, or of the lines in the middle */
    uint32_t place : 29;        /* that read them first */
    uint32_t single : 1;        /* in one short episode */
    uint32_t several : 1;       /* in several episodes */
    uint32_t apart : 1;         /* streak_ranges.c's own */
};

/* More than gaps look to each side (streak_ranges.c): what is further inside has the
 * same surroundings as its like in the next line. */
#define STREAK_LINES 10

/* Where a segment of several ends: the last of them. */
static inline uint64_t streak_segment_end(const struct streak_segment *s, unsigned per_line)
{
    return s->first + (uint64_t)(s->repeats - 1) * per_line + s->cells;
}

/* Most segments and histories that are kept.  With more fewer pairs tell the extents (point/ranges_by_fewer_pairs.c), and
 * the mean size of blocks is that of the histories that came first.  A segment takes 64
 * bytes while extents are found. */
#define STREAK_MOST (UINT64_C(1) << 19)

/* Cells of one history with several short episodes. */
struct streak_moving {
    uint64_t history;           /* hash of their places */
    uint64_t cells;
    uint32_t first, last;       /* pairs that read them */
};

struct streak_collect {
    size_t pairs;
    unsigned word_shift, per_line;
    uint64_t most;              /* segments; STREAK_MOST at first */
    bool too_many;              /* there were more: none is kept */
    /* of each place; of each pair: cells whose only episode is at that place */
    uint64_t *size, *only_a, *only_b;
    uint64_t *only_both;        /* of each pair: likewise at both of its places */
    uint64_t *last_a, *first_b; /* in A, not in B, never seen after; in B, not in A, never before */
    uint64_t *kept;             /* in B and in the next pair's A */
    uint64_t rows, end;         /* of neighbouring cells; where the last one ends */
    uint64_t seen, words, f[STREAK_EPISODES + 1], f_more, half, both, span2, joined, parted, again,
        again_half;
    struct streak_members members;
    struct streak_moving *moving;
    struct streak_segment *segment;     /* ascending */
    size_t n_moving, cap_moving, n_histories, n_segments, cap_segments;
};

/* Sets slots, gaps and foreign, if they can be known.  Slots have what elements have beside the cells that are read
 * if `whole`.  0 or -1 (no memory). */
int streak_extents(struct streak_collect *collect, const struct streak_input *in, bool whole, struct streak_stats *out);

/* Cells between the first and the last of each region, and more in proportion for what comes behind the last pair. */
double streak_hull(const struct streak_collect *collect, const struct streak_input *in);

/* Whether every instance reads a prefix of one walk, and how long walks are.  0 or
 * -1 (no memory). */
int streak_walk_find(const struct streak_collect *collect, struct streak_stats *out);

/* Whether what instances read is a window that grows and moves on, as a queue: each reads only a part of what those
 * before it read.  Then neither of the next two tells anything. */
bool streak_slides(const struct streak_collect *collect);

/* Whether the ranges that the pairs read are read all over, and what then lies beyond their ends.  0 or -1 (no
 * memory). */
int streak_reach(const struct streak_collect *collect, const struct streak_input *in, struct streak_stats *out);

/* The largest instance's place. */
size_t streak_peak(const struct streak_collect *collect);

/* Whether what instances read grows by their costs, and what then lies beyond what was seen. */
bool streak_growth(const struct streak_collect *collect, const struct streak_input *in, struct streak_stats *out);

/* If the former tells, adds what each instance reads anew besides.  0 or -1 (no memory). */
int streak_new_cells(const struct streak_collect *collect, const struct streak_input *in, struct streak_stats *out);

/* If the latter tells, adds what iterations seldom read besides.  0 or -1 (no memory). */
int streak_seldom(const struct streak_collect *collect, const struct streak_input *in, struct streak_stats *out);

/* Of passes over data in one order, by pairs that are not spread evenly: takes back what cells that near pairs met tell of returns. */
void streak_pass(const struct streak_collect *collect, const struct streak_input *in, struct streak_stats *out);

/* Expected streaks of unseen cells, and its relative standard error. */
double streak_hidden(const struct streak_collect *collect, const struct streak_input *in);
double streak_hidden_error(const struct streak_collect *collect, const struct streak_input *in);

/* For how many untraced instances, or in proportion, a place stands (place % 2: 0 A, 1 B): half of the gap that it
 * borders on; inner: of none before the first pair and behind the last. */
double streak_weight(const struct streak_input *in, size_t place, bool inner);

/* Where no pair shows a streak's begin or end, so that the two above tell 0, streaks
 * that are seen in one pair each may still be hidden by the thousand: sets *hidden and
 * *cv to what the length that such streaks may have makes likely. */
void streak_still(const struct streak_collect *collect, const struct streak_input *in,
                  double *hidden, double *cv);

#endif
