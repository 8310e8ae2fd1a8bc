/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to STREAK: records of which each instance reads the same members.
 */
#ifndef OFFLINE_STREAK_RECORD_MEMBERS_H
#define OFFLINE_STREAK_RECORD_MEMBERS_H

#include "size/streak_collect.h"

#define STREAK_LATTICE_MOST 8192        /* segments that tell it: enough */
#define STREAK_LATTICE_ROWS 32          /* of neighbouring members, at most */

/* Of a range's addresses, those that members are at. */
struct streak_lattice {
    uint64_t origin, unit;      /* an address; cells */
    unsigned period;            /* units of a record */
    uint64_t members;           /* bit i: unit i of a record is read */
    double unseen;              /* times as many as these are read, the unseen included */
};

/* Whether the segments [from, to), or the first STREAK_LATTICE_MOST of them, are members of records.  mask: room for each pair. */
bool streak_lattice_find(const struct streak_collect *c, size_t from, size_t to, uint64_t *mask,
                         struct streak_lattice *out);

/* Where they end, as where another array follows: the index of the first segment behind, or `to`. */
size_t streak_lattice_end(const struct streak_collect *c, size_t from, size_t to, const struct streak_lattice *lattice);

/* To `row' the rows of neighbouring members, each as if it were all; how many. */
unsigned streak_lattice_rows(const struct streak_lattice *lattice, struct streak_lattice row[STREAK_LATTICE_ROWS]);

/* Whether the segment is at members of these. */
bool streak_lattice_has(const struct streak_collect *c, const struct streak_segment *s, const struct streak_lattice *lattice);

/* Cells of members in the addresses [from, to), which are not before the origin. */
double streak_lattice_slots(const struct streak_lattice *l, uint64_t from, uint64_t to);

/* Share of all addresses that members are at. */
double streak_lattice_share(const struct streak_lattice *l);

#endif
