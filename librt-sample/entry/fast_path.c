/* SPDX-License-Identifier: MIT
 *
 * The fast path of a sampled instance: a loop's, with no other instance open, on a thread and a record that
 * are known.  For an instance of few iterations it is most of the price.  Anything unusual returns false before
 * any state changes; entry/instances.c is the complete slow path. */
#include "arch/machine.h"
#include "base/options.h"
#include "base/words.h"
#include "core/counts.h"
#include "core/state.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "log/log.h"
#include "budget/start_or_leave.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include "trace/instance.h"
#include "trace/open_instances.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>

/* Words as in rt_abi.h. */
void rt_begin(uint64_t *words);
void rt_end(const uint64_t *words);
void rt_close(uint64_t *words);

/* As rt_enter. */
static inline struct rt_thread *enter(uint64_t low)
{
    struct rt_tls *const tls = rt_tls_here();
    struct rt_thread *t = tls->self;
    if (tls->busy || rt_state != RT_ON || !t || !rt_alive || !*rt_alive || t->begun.held)
        return NULL;
    tls->busy = low;
    RT_BARRIER();
    atomic_store_explicit(&t->inside, true, memory_order_relaxed);
    RT_BARRIER();
    return t;
}

/* As rt_leave, where no table is to be lent. */
static inline void leave(struct rt_thread *t)
{
    atomic_store_explicit(&t->inside, false, memory_order_release);
    RT_BARRIER();
    t->tls->busy = 0;
}

/* The record of an instance that is due, which is its run's index-th; NULL: something is unusual. */
static inline struct rt_record *due(const struct rt_thread *t, const struct algoprof_site *site,
                                    const struct algoprof_hot *hot, uint64_t *index)
{
    uint64_t instances, cost;
    struct rt_record *r = t->by_hot[rt_hot_hash(hot) & t->by_hot_mask];
    if (hot->countdown >= 0 || !r || r->hot != hot || r->recursion || r->closed || r->run != t->run || !r->counter
        || r->target->key != site->key || hot->cost < RT_OWN(r->cost))
        return NULL;
    rt_run_counts(r, &instances, &cost);
    *index = instances - 1;
    return *index < INT64_MAX ? r : NULL;
}

/* false: something is unusual. */
static inline bool begin(uint64_t *words)
{
    uint64_t flags = words[2], low = rt_above(words, 4), index;
    const struct algoprof_site *site = rt_pointer(words[0] - (flags >> ALGOPROF_B_COPY_SHIFT));
    struct rt_thread *t = flags & (ALGOPROF_B_INNER | ALGOPROF_B_RECORD) || rt_has_runs ? NULL : enter(low);
    if (!t)
        return false;
    struct rt_record *r = t->depth || rt_state != RT_ON ? NULL : due(t, site, rt_pointer(words[1]), &index);
    if (!r) {
        leave(t);
        return false;
    }
    int error = *t->error;
    uint8_t place;
    uint32_t token = 0;
    if (rt_sample(t, r, &place, RT_CAN)) {
        const struct rt_beginning b = { .sp = flags & ALGOPROF_B_LEAF ? low : low + RT_RED_ZONE, .index = index,
                                        .parent = ALOG_NONE, .place = place,
                                        .calls_only = site->flags & ALGOPROF_S_CALLS_ONLY, .site = rt_pointer(words[0]),
                                        .frame = words[3] };
        token = rt_instance_push(t, r, &b);
        if (!token)
            rt_sample_failed(t, r);
        else if (rt_options.callers)
            rt_context_ask(t, words);
    }
    (token ? rt_counter_begin : rt_counter_write)(r);
    rt_lend(t);
    *t->error = error;
    leave(t);
    words[0] = token;
    return true;
}

static inline bool end(const uint64_t *words)
{
    struct rt_thread *t = enter(rt_above(words, 2));
    if (!t)
        return false;
    int error = *t->error;
    bool done = t->depth == 1 && rt_state == RT_ON && t->stack[0].token == (uint32_t)words[0]
                && rt_instance_end(t, words[1]);
    *t->error = error;
    if (done || !t->depth)
        leave(t);
    else
        rt_leave();
    return done;
}

static inline bool close(uint64_t *words)
{
    struct rt_thread *t = enter(rt_above(words, 2));
    if (!t)
        return false;
    int error = *t->error;
    bool done = t->depth == 1 && rt_state == RT_ON && t->tls->own_site == rt_pointer(words[0])
                && t->tls->own_frame == words[1] && rt_instance_end(t, t->tls->own_cost);
    *t->error = error;
    if (done || !t->depth)
        leave(t);
    else
        rt_leave();
    words[0] = done ? 1 : words[0];
    return done;
}

void rt_close(uint64_t *words)
{
    if (!close(words))
        rt_any_close(words);
}

void rt_begin(uint64_t *words)
{
    if (!begin(words))
        rt_any_begin(words);
}

void rt_end(const uint64_t *words)
{
    if (!end(words))
        rt_any_end(words);
}
