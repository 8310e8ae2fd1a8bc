/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of targets in a report.
 */
#ifndef OFFLINE_RANK_H
#define OFFLINE_RANK_H

#include "target/dataset.h"

/* 2: exponential; 1: grows faster than n log n; 0: no alarm, that is, some
 * class up to n log n cannot be excluded, or nothing can be told. */
int rank_alarm(const struct fit *fit);

/* Which of a target's fits decides about its alarm: VIEW_RUNS or VIEW_INSTANCES. */
enum view rank_view(const struct target *target, enum view view);

/* Works out alarms (of both fits the worse decides, or that of the view) and the order: higher
 * alarms first, then by cost, but right before a target come those of its
 * alarm that run inside it.  order[i] becomes the index in targets of rank i;
 * ties are broken by key.  0 or -1 (no memory). */
int rank_targets(struct target *targets, size_t n, const struct nesting *nestings,
                 size_t n_nestings, enum view view, size_t *order);

#endif
