/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to STREAK: gaps between segments of cells, and what of them is padding.
 */
#ifndef OFFLINE_STREAK_PADDING_H
#define OFFLINE_STREAK_PADDING_H

#include "size/streak_collect.h"

#define STREAK_NEIGHBOURS 8     /* on each side */

/* Of up to 2 STREAK_NEIGHBOURS values of the list's members about `at`, and not that itself,
 * ascending; how many. */
size_t streak_sort_neighbours(const double *value, const uint32_t *list, size_t n, size_t at, double *around);

/* The median of n > 0 sorted values. */
double streak_middle(const double *sorted, size_t n);

/* Gap i of n is behind segment i, width[i] cells that were not seen, perhaps 0.  Takes the padding out of each; dense[i]:
 * the share of the rest that is elements, 0 where there is no gap.  0 or -1 (no memory). */
int streak_take_padding(const struct streak_collect *c, double *width, double *dense, size_t n);

#endif
