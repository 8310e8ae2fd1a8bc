/* SPDX-License-Identifier: MIT
 *
 * Instances that begin and end, whatever is open and known; the usual case is in entry/fast_path.c. */
#include "arch/machine.h"
#include "base/options.h"
#include "base/words.h"
#include "core/counts.h"
#include "core/lock.h"
#include "core/state.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "log/log.h"
#include "process/process.h"
#include "budget/start_or_leave.h"
#include "sample/target_on_thread.h"
#include "sample/process_runs.h"
#include "sample/sample.h"
#include "trace/instance.h"
#include "trace/open_instances.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <errno.h>

/* Words as in rt_abi.h. */
void rt_skip(const uint64_t *words);
void rt_poll(uint64_t *words);

#define CLOSED_GAP 1023         /* of a record that the log has no room for */
#define WITHIN 0x2000u          /* token of no instance: the traced version of the
                                   recursion asks, and hands over to the one within */

static void no_thread(const struct algoprof_site *site, struct algoprof_hot *hot, bool inner)
{
    if (inner)
        ((struct algoprof_recursion *)(void *)hot)->within.countdown = CLOSED_GAP;
    else if (rt_state == RT_SEALED)
        rt_count_sealed(site, hot);
    else if (!rt_tls.busy && (rt_state == RT_OFF || rt_tls.ended))
        hot->countdown = RT_NEVER;
    else if (!rt_tls.busy && rt_state == RT_WAIT)
        hot->countdown = rt_idle_gap(hot);
}

/* A loop that begins in a frame where it is open was left without its end: by longjmp to its own
 * function, or another jump out of traced code.  0: a recursion's, which has no frame. */
static void close_left(struct rt_thread *t, const void *site, uint64_t frame)
{
    for (uint32_t i = 0; frame && i < t->depth; i++)
        if (t->stack[i].site == site && t->stack[i].frame == frame && !t->stack[i].chain)
            while (t->depth > i)
                rt_instance_pop(t, 0, true);
}

/* A loop that was left has gone on in the original, which counts its iterations as it ends: what begins now is not in it.  Where it
 * was an execution of the loop within that one's, what begins has nothing around it. */
static void close_ended(struct rt_thread *t)
{
    while (t->depth) {
        const struct rt_instance *in = &t->stack[t->depth - 1];
        const struct algoprof_hot *hot = in->chain ? NULL : in->record->hot;
        if (!in->left || !hot || hot->cost == in->cost_before)
            return;
        rt_instance_pop(t, 0, true);
    }
}

/* Another thread may have counted the instance into the run before. */
static bool begins_in_run(struct rt_record *r)
{
    uint64_t instances, cost;
    rt_run_counts(r, &instances, &cost);
    return instances && instances <= INT64_MAX;
}

/* Has the record its blocks of this run? */
static bool opened(struct rt_thread *t, struct rt_record *r)
{
    struct rt_held held;
    if (r->counter && r->run == t->run)
        return true;
    if (!rt_lock(&held, RT_WAIT_FIRST))
        return false;
    bool done = rt_run_join(t, r, 1) && rt_state == RT_ON && rt_target_open(r->target) && rt_counter_new(r);
    rt_unlock(&held);
    return done;
}

/* The record of an instance that is due, or NULL. */
static struct rt_record *due(struct rt_thread *t, const struct algoprof_site *site, struct algoprof_hot *hot)
{
    if (hot->countdown >= 0)
        return NULL;            /* a handler's instance came first and armed it */
    bool follows = rt_runs_follow(t, hot);
    struct rt_record *r = rt_record_find(t, site, hot);
    if (!r)
        return follows ? rt_record_new(t, site, hot) : NULL;
    bool begins = follows && begins_in_run(r);
    if (begins && opened(t, r))
        return r;
    rt_record_arm(r, begins ? CLOSED_GAP : 0);
    rt_counter_write(r);
    return NULL;
}

/* Is an instance of the recursion traced now, on whatever stack?  One that was
 * begun by the very frame that begins another is gone. */
static bool is_open(struct rt_thread *t, const struct rt_record *r, uint64_t sp)
{
    if (!r->recursion || !r->recursion->chain)
        return false;
    bool left = r->outer;
    for (uint32_t i = 0; i < t->depth; i++)
        if (t->stack[i].chain && t->stack[i].chain->record == r->recursion) {
            if (t->stack[i].left) {
                left = true;
                continue;
            }
            if (t->stack[i].sp != sp)
                return true;
            while (t->depth > i)
                rt_instance_pop(t, 0, true);
        }
    r->recursion->chain = left ? ALGOPROF_CHAIN_LEFT : ALGOPROF_CHAIN_NONE;
    return false;
}

/* The site of the instance around one that begins.  An inner one's is not the
 * outermost one that it is in. */
static uint32_t parent_of(const struct rt_thread *t, const struct rt_record *r)
{
    for (uint32_t i = t->depth; i; i--)
        if (!r->outer || t->stack[i - 1].record->recursion != r->recursion)
            return t->stack[i - 1].record->target->site;
    return ALOG_NONE;
}

static uint32_t trace(struct rt_thread *t, struct rt_record *r, uint8_t place, uint64_t sp,
                      const struct algoprof_site *site, const void *own, const uint64_t *words)
{
    uint64_t instances, cost;
    rt_flush(t);
    rt_run_counts(r->outer ? r->outer : r, &instances, &cost);
    const struct rt_beginning b = { .sp = sp, .index = instances - 1, .parent = parent_of(t, r), .place = place,
                                    .calls_only = site->flags & ALGOPROF_S_CALLS_ONLY, .site = own, .frame = words[3] };
    uint32_t token = rt_instance_push(t, r, &b);
    if (!token)
        rt_sample_failed(t, r);
    else if (rt_options.callers)
        rt_context_ask(t, words);
    return token;
}

/* No entry point is called when it ends.  Until the next one begins calls that come back by
 * pointers lead there too. */
static uint32_t go_within(struct rt_record *r)
{
    r->recursion->chain = ALGOPROF_CHAIN_LEFT;
    return WITHIN;
}

/* No log is begun for a target that is not for it. */
static bool is_elsewhere(const struct algoprof_site *site, struct algoprof_hot *hot)
{
    return (rt_state == RT_VIRGIN || rt_state == RT_LATER) && rt_record_refuses(site, hot);
}

void rt_any_begin(uint64_t *words)
{
    unsigned flags = (unsigned)words[2];
    const struct algoprof_site *site = rt_pointer(words[0] - (flags >> ALGOPROF_B_COPY_SHIFT));
    struct algoprof_hot *hot = rt_pointer(words[1]);
    uint64_t low = rt_above_begin(words);
    int error = errno;
    uint32_t token = 0;
    unsigned forks = rt_forks;
    bool inner = flags & ALGOPROF_B_INNER;
    struct algoprof_hot *counted = inner ? &((struct algoprof_recursion *)(void *)hot)->within : hot;
    if (is_elsewhere(site, counted)) {
        words[0] = 0;
        return;
    }
    struct rt_thread *t = rt_enter_due(low, true, counted);
    if (forks != rt_forks && !inner)
        hot->countdown = -1;    /* this instance is the child's first */
    if (t) {
        uint64_t sp = flags & ALGOPROF_B_LEAF ? low : low + RT_RED_ZONE;
        uint8_t place;
        rt_close_gone(t, sp);
        struct rt_record *r = inner ? rt_inner_due(t, site, (struct algoprof_recursion *)(void *)hot)
                                    : due(t, site, hot);
        close_left(t, rt_pointer(words[0]), inner ? 0 : words[3]);     /* of a module that was loaded anew, too */
        close_ended(t);
        if (r) {
            if (rt_sample(t, r, &place, is_open(t, r, sp) ? RT_NESTED : RT_CAN))
                token = trace(t, r, place, sp, site, rt_pointer(words[0]), words);
            else if (rt_inner_instead(r))
                token = go_within(r);
            bool at_end = token && token != WITHIN && !r->outer;        /* whose end writes its own counter */
            (at_end ? rt_counter_begin : rt_counter_write)(r->outer ? r->outer : r);
        }
        rt_leave();
    } else {
        no_thread(site, hot, inner);
    }
    errno = error;
    words[0] = token;
}

void rt_skip(const uint64_t *words)
{
    const struct algoprof_site *site = rt_pointer(words[0]);
    struct algoprof_hot *hot = rt_pointer(words[1]);
    int error = errno;
    unsigned forks = rt_forks;
    if (is_elsewhere(site, hot))
        return;
    struct rt_thread *t = rt_enter_due(rt_above(words, 2), true, hot);
    if (forks != rt_forks)
        hot->countdown = -1;
    if (t) {
        uint8_t place;
        struct rt_record *r = due(t, site, hot);
        if (r) {
            rt_sample(t, r, &place, RT_CANNOT);
            rt_counter_write(r);
        }
        rt_leave();
    } else {
        no_thread(site, hot, false);
    }
    errno = error;
}

void rt_any_end(const uint64_t *words)
{
    uint32_t token = (uint32_t)words[0];
    int error = errno;
    struct rt_thread *t = rt_enter(rt_above(words, 2), false);
    if (t) {
        uint32_t depth = token & 0x1fff;
        if (depth && depth <= t->depth && t->stack[depth - 1].token == token) {
            while (t->depth > depth)
                rt_instance_pop(t, 0, true);
            rt_instance_pop(t, words[1], false);
        }
        rt_leave();
    }
    errno = error;
}

/* Of the innermost instance, whose loop has ended.  Result: 1 if nothing is traced any more. */
void rt_any_close(uint64_t *words)
{
    int error = errno;
    struct rt_thread *t = rt_enter(rt_above(words, 2), false);
    if (t) {
        if (rt_tls.own_site == rt_pointer(words[0]) && rt_tls.own_frame == words[1])
            rt_instance_pop(t, rt_tls.own_cost, false);
        rt_leave();
    }
    errno = error;
    words[0] = !rt_tls.limit;
}

/* Result: 1 if traced code is to be left.  Of an instance that a jump or a
 * failure has closed the code may still run. */
void rt_poll(uint64_t *words)
{
    int error = errno;
    bool asked = false;
    struct rt_thread *t = rt_enter(rt_above(words, 1), false);
    rt_tls.fuel = rt_budget_fuel();
    if (t) {
        bool outgrown = t->depth && rt_budget_polled(t);
        if (outgrown)
            rt_trace_leave(t);
        else if (t->depth && rt_budget_thin_now(t))
            rt_trace_thin(t);
        asked = !t->depth || rt_tls.leaving;
        rt_leave();
    } else {
        asked = !rt_tls.busy;
    }
    if (asked) {
        rt_tls.leaving = 1;
        rt_tls.fuel = t ? ALGOPROF_FUEL_LEFT : 0;
    }
    errno = error;
    words[0] = asked;
}
