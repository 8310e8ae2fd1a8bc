/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, where of records that many instances read some cells are seldom read, as a name that is compared where a hash
 * is equal, or a string's later characters: such cells lie in one row with others, and who reads them reads these.
 */
#ifndef OFFLINE_STREAK_SELDOM_MEMBERS_H
#define OFFLINE_STREAK_SELDOM_MEMBERS_H

#include "size/streak.h"

/* What is known of the row of neighbouring cells at hand, and of all before it. */
struct streak_members {
    double rows, with;          /* rows that are often read; of these, such with seldom read cells */
    double often, often_with;   /* their cells that are often read; of those with seldom ones */
    double seldom, reads;       /* cells that are seldom read; by how many instances, summed */
    double once, seldom_once;   /* cells that one instance read; of these, such */
    uint64_t end, first;        /* of the row at hand: where its next cell would be; where it began */
    double row_often, row_seldom;       /* its cells */
    uint32_t *head;             /* who reads its cell that is read most, of those so far */
    size_t n_head, cap_head;
};

/* Adds the next lines; groups have sets below `sets` only.  0 or -1 (no memory). */
int streak_members_add(struct streak_members *m, const struct sweep_lines *lines, uint32_t sets);

/* Sets seldom and what begins so, of so many instances; a line has so many cells. */
void streak_members_finish(struct streak_members *m, double sampled, unsigned per_line, struct streak_stats *out);

/* What they make of that size. */
double streak_members_size(const struct streak_stats *s, double size);

#endif
