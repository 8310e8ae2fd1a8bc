/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Instances in short (common/compact.h): a byte or two each, of which a log may have millions.
 */
#ifndef OFFLINE_LOG_COMPACT_H
#define OFFLINE_LOG_COMPACT_H

#include <stddef.h>
#include <stdint.h>

#include "algoprof/log_format.h"
#include "base/util.h"

struct log;
struct log_instance;

/* A block of them. */
struct log_compact {
    const uint8_t *payload;     /* of the log */
    size_t size;
    uint32_t run;
    size_t before;              /* instances of other blocks that the log has before it */
};

/* What the instances of such a block come to. */
struct log_tally {
    uint32_t run, site, thread; /* site: index in log.sites */
    uint64_t instances, cost;   /* totals of the thread, of the instance that has most; */
    uint64_t most_cost;         /* the most that any has of the latter */
    uint64_t traced, own_cost;  /* without inner starts; sum over all, at most 2^64 - 1 */
};

int log_compact_add(struct log *log, const struct alog_block *block, const uint8_t *payload, size_t size, struct err *err);

/* Once all else is linked: checks these blocks, and fills log.tallies and log.instances.  Those without a set, which
 * are only counted, become one instance where they are alike; and where there are more others than there is memory for
 * in the bounds of a log of that size, pairs are kept by chance, and the rest is only counted, too.  Of counts that are more
 * than that, those of pairs by chance are kept, and the rest is in the tallies only. */
int log_compact_expand(struct log *log, struct err *err);

/* Calls fn for each traced instance as the log has it, in its order.  0, or -1 when fn returns that. */
typedef int log_instance_fn(void *arg, const struct log_instance *instance);
int log_each_instance(const struct log *log, log_instance_fn *fn, void *arg);

#endif
