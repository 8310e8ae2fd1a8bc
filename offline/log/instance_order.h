/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Traced instances in order, and the pairs among them.
 */
#ifndef OFFLINE_INSTANCE_ORDER_H
#define OFFLINE_INSTANCE_ORDER_H

#include "log/log_read.h"

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

#endif
