/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to STREAK: the slots that stay unread of address ranges whose cells are read in random order.
 */
#ifndef OFFLINE_STREAK_ORDER_H
#define OFFLINE_STREAK_ORDER_H

#include "size/streak_collect.h"

/* Where a pair read first what it read first in a range: sums over these cells. */
struct streak_spot {
    double cells, address;
};

struct streak_order {
    struct streak_spot *spot;   /* room for each pair */
    struct streak_random {
        double slots, visits;   /* unseen ones; how often each is visited */
    } *random;                  /* ranges that are read in random order */
    size_t n;
    double visits;              /* to all ranges' unseen slots */
};

/* 0 or -1 (no memory); streak_order_end follows in either case. */
int streak_order_start(struct streak_order *o, const struct streak_collect *c);
void streak_order_end(struct streak_order *o);

/* Adds the range of segments [from, to), which has so many unseen slots, each of which so many visits are told. */
void streak_order_add(struct streak_order *o, const struct streak_collect *c, size_t from, size_t to, double slots, double visits);

/* The slots that stay unread, if there are so many hidden streaks in all ranges together, and that share of the slots is
 * not others' data. */
double streak_order_unread(const struct streak_order *o, double hidden, double share);

#endif
