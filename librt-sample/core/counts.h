/* SPDX-License-Identifier: MIT
 * A record's counts, as its own thread sees them (core/thread.c). */
#ifndef ALGOPROF_RT_COUNTS_H
#define ALGOPROF_RT_COUNTS_H

#include "sample/target_on_thread.h"

#define RT_OWN(field) atomic_load_explicit(&(field), memory_order_relaxed)

/* As rt_counts, of the calling thread's. */
static inline void rt_own_counts(const struct rt_record *r, uint64_t *instances, uint64_t *cost)
{
    if (!r->hot) {
        *instances = RT_OWN(r->instances);
        *cost = RT_OWN(r->cost);
        return;
    }
    int64_t left = __atomic_load_n(&r->hot->countdown, __ATOMIC_RELAXED);
    *instances = RT_OWN(r->base) + (uint64_t)(RT_OWN(r->armed) - left);
    *cost = __atomic_load_n(&r->hot->cost, __ATOMIC_RELAXED);
}

/* Likewise, since the run began. */
static inline void rt_run_counts(const struct rt_record *r, uint64_t *instances, uint64_t *cost)
{
    rt_own_counts(r, instances, cost);
    *instances -= RT_OWN(r->run_instances);
    *cost -= RT_OWN(r->run_cost);
}

#endif
