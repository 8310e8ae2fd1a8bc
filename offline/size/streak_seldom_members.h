/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK, where of records that many instances read some cells are seldom read, as a name that is compared where a hash
 * is equal, or a string's later characters: such cells lie in one row with others, and who reads them reads these.
 */
#ifndef OFFLINE_STREAK_SELDOM_MEMBERS_H
#define OFFLINE_STREAK_SELDOM_MEMBERS_H

#include "size/streak.h"

/* Cells of a row. */
struct streak_member_row {
    double often, seldom;       /* read often; seldom: by few of those that read the others, and by nobody else */
    double reads, once;         /* instances that read the latter, summed; of these cells, what one instance read */
};

/* The row of neighbouring cells at hand, and what is known of all before it. */
struct streak_members {
    double with;                /* rows with seldom read cells */
    double often, seldom, reads, seldom_once;   /* of these, as of a row */
    double once;                /* all cells that one instance read */
    struct streak_member_row row;
    uint64_t end, first;        /* of the row at hand: where its next cell would be; where it began */
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
