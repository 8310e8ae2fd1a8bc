/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to STREAK: what share of its address ranges a run reads, where others' data lie between.
 */
#ifndef OFFLINE_STREAK_SCATTERED_NODES_H
#define OFFLINE_STREAK_SCATTERED_NODES_H

#include "size/streak_collect.h"

#define STREAK_OCTAVES 20       /* distances of 1, 2 to 3, 4 to 7 ... cells */

/* Sums over segments, all weighted by their cells.  Zeroed at first. */
struct streak_share {
    double cells, squares;
    double base[STREAK_OCTAVES];        /* of those that have so many cells of their range ahead */
    /* Cells at these distances ahead, of the same pair and of others; and the sums of their distances. */
    double own[STREAK_OCTAVES], own_distance[STREAK_OCTAVES], others[STREAK_OCTAVES], others_distance[STREAK_OCTAVES];
    double met[STREAK_OCTAVES];         /* segments of others there */
};

/* Adds the range of segments [from, to). */
void streak_share_add(struct streak_share *s, const struct streak_collect *c, size_t from, size_t to);

/* The share, within (0, 1]; NaN: too few segments tell it. */
double streak_share(const struct streak_share *s);

#endif
