/* SPDX-License-Identifier: MIT
 * A record's counts: set by its own thread, read by any. */
#include "core/counts.h"
#include "arch/machine.h"
#include "core/state.h"
#include "sample/target_on_thread.h"
#include <algoprof/rt_abi.h>

/* A handler that counts an instance comes before it or after it. */
static int64_t exchange(int64_t *countdown, int64_t new)
{
    uint64_t old = (uint64_t)__atomic_load_n(countdown, __ATOMIC_RELAXED);
    while (!rt_own_exchange((_Atomic uint64_t *)countdown, &old, (uint64_t)new))
        ;
    return (int64_t)old;
}

/* Only the owner writes these, other threads see its stores in their order. */
#define STORE(field, value) atomic_store_explicit(&(field), value, memory_order_release)
#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)

void rt_record_arm(struct rt_record *r, int64_t gap)
{
    uint64_t counted = LOAD(r->base) + (uint64_t)LOAD(r->armed);
    uint32_t sequence = LOAD(r->sequence);
    r->next_base = counted - (uint64_t)__atomic_load_n(&r->hot->countdown, __ATOMIC_RELAXED);
    r->next_armed = gap;
    RT_BARRIER();
    STORE(r->sequence, sequence + 1);
    RT_BARRIER();
    int64_t left = exchange(&r->hot->countdown, gap);
    STORE(r->base, counted - (uint64_t)left);
    STORE(r->armed, gap);
    RT_BARRIER();
    STORE(r->sequence, sequence + 2);
}

/* The countdown shows whether the exchange was done: it was negative before, and its
 * instance had come.  If it was not, the next instance has made it less; if it
 * was, and all of the gap ran since, the one that is due makes it -1. */
void rt_record_repair(struct rt_record *r, const struct algoprof_hot *due)
{
    if (!(r->sequence & 1) || !r->hot)
        return;
    if (r->hot->countdown >= 0 || (r->hot == due && r->hot->countdown == -1)) {
        r->base = r->next_base;
        r->armed = r->next_armed;
    }
    r->sequence++;
}

bool rt_counts(struct rt_record *r, uint64_t *instances, uint64_t *cost)
{
    uint32_t before;
    unsigned tries = 0;
    if (!r->hot) {
        *instances = r->instances;
        *cost = r->cost;
        return true;
    }
    do {
        before = r->sequence;
        int64_t left = __atomic_load_n(&r->hot->countdown, __ATOMIC_ACQUIRE);
        *instances = r->base + (uint64_t)(r->armed - left);
    } while (((before & 1) || before != r->sequence) && ++tries < 10000);
    *cost = __atomic_load_n(&r->hot->cost, __ATOMIC_RELAXED);
    return tries < 10000;
}
