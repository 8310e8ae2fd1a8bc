/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to STREAK: how many unseen slots of the ranges no instance reads, told part by part.
 */
#ifndef OFFLINE_STREAK_RANGE_PARTS_H
#define OFFLINE_STREAK_RANGE_PARTS_H

#include "size/streak_collect.h"

#define STREAK_PART_MEETS 32    /* neighbours in a part that different pairs saw first */

enum streak_order { STREAK_UNKNOWN_ORDER, STREAK_RANDOM, STREAK_PASSES };

/* Neighbours, whose slots are taken to be visited alike. */
struct streak_part {
    double cells, holes;        /* seen and unseen slots */
    double rows;                /* of the former */
    double again;               /* of the cells, those that are not met in one short episode only; */
    double several;             /* and those with several episodes */
    double births;              /* those met in one only, each times the untraced instances that its place stands for */
    double meets;
    double times;               /* so many parts are like this one */
    enum streak_order order;    /* in which the pairs came to its addresses */
};

/* Where a pair came to first. */
struct streak_spot {
    uint32_t pair;
    double address;
};

/* Zeroed at first. */
struct streak_parts {
    struct streak_part *part;
    size_t n, cap;
    struct streak_part open;    /* to which is added */
    struct streak_spot spot[STREAK_PART_MEETS];
    size_t n_spots;
};

/* A segment of a range. */
struct streak_part_segment {
    const struct streak_segment *segment;
    double weight;              /* it stands for so many */
    double holes;               /* unseen slots behind it */
    double meets;               /* as in a part: with the next segment */
    double times;               /* there are so many such ranges */
    bool last;                  /* of the range */
};

/* 0 or -1 (no memory). */
int streak_parts_add(struct streak_parts *parts, const struct streak_input *in, const struct streak_part_segment *s);

/* Of the unseen slots of all parts those that no instance reads.  hidden: streaks of the run that no pair saw; dear: those
 * of instances that cost more than the sample tells, which may be anywhere. */
double streak_parts_unread(const struct streak_parts *parts, double hidden, double dear);

void streak_parts_end(struct streak_parts *parts);

#endif
