/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the points of a log: from traced instances to sizes.
 */
#ifndef OFFLINE_POINT_MAKE_H
#define OFFLINE_POINT_MAKE_H

#include "point.h"

/* A traced instance in its place: by target, run, then time. */
struct sampled {
    size_t target;
    const struct log_instance *in;
};

/* All instances of a log, sorted; of[i] is the target of site i.  NULL: no memory. */
struct sampled *sampled_sort(const struct log *log, const size_t *of);

/* partner[i] of an instance that is second of its pair is the index of the
 * first; SIZE_MAX for all others.  NULL: no memory. */
size_t *sampled_partners(const struct sampled *sampled, size_t n);

/* Fills what follows from the n instances of one point (in time order), and
 * adds their opaque calls to the target.  0 or -1 (no memory). */
int point_make(const struct log *log, const struct sampled *sampled, size_t n, unsigned shift,
               struct log_target *target, struct point *point);

/* Adds the opaque calls of n instances to their target, and warns on the point
 * if there are any.  0 or -1 (no memory). */
int opaque_collect(const struct log *log, const struct sampled *sampled, size_t n,
                   struct log_target *target, struct point *point);

#endif
