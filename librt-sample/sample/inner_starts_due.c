/* SPDX-License-Identifier: MIT
 * The record of a recursion's inner starts (sample/inner_starts.c) on a thread, when one may be due. */
#include "core/lock.h"
#include "core/thread.h"
#include "sample/target_on_thread.h"
#include "sample/process_runs.h"
#include "sample/sample.h"
#include <algoprof/rt_abi.h>

#define UNUSABLE_GAP 1023       /* calls until it is looked at again */
#define MOST_NESTED 8u          /* instances inside each other that were left */

static struct rt_record *new_record(struct rt_thread *t, struct rt_record *outer)
{
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_SHORT))
        return NULL;
    struct rt_target *inner = rt_inner_target(outer->target);
    struct rt_record *r = inner ? rt_record_take(t) : NULL;
    rt_unlock(&held);
    if (!r)
        return NULL;
    r->target = inner;
    r->hot = &outer->recursion->within;
    r->recursion = outer->recursion;
    r->site = outer->site;
    r->thread = outer->thread;
    r->outer = outer;
    r->since_ns = t->cpu_ns;
    outer->inner = r;
    return r;
}

/* Its target is that of the run that the thread samples in now; NULL: it has none. */
static struct rt_record *in_run(struct rt_record *outer)
{
    struct rt_held held;
    struct rt_record *r = outer->inner;
    struct rt_target *g = outer->target->inner;
    if (g && r->target == g)
        return r;
    if (!rt_lock(&held, RT_WAIT_SHORT))
        return NULL;
    g = rt_inner_target(outer->target);
    rt_unlock(&held);
    if (!g)
        return NULL;
    r->target = g;
    r->phase = RT_NEW;
    return r;
}

/* Not too many inside each other: each takes stack. */
static bool has_room(const struct rt_thread *t, const struct rt_record *outer)
{
    unsigned nested = 0;
    for (uint32_t i = 0; i < t->depth; i++)
        nested += t->stack[i].record->outer == outer;
    return nested < MOST_NESTED && !outer->no_inner && !outer->target->stopped;
}

struct rt_record *rt_inner_due(struct rt_thread *t, const struct algoprof_site *site,
                               struct algoprof_recursion *recursion)
{
    uint64_t calls, cost;
    if (recursion->within.countdown >= 0)
        return NULL;
    bool follows = rt_runs_follow(t, NULL);
    struct rt_record *outer = rt_record_find(t, site, &recursion->hot), *r = NULL;
    if (follows && outer && outer->recursion && outer->run == t->run && outer->counter && has_room(t, outer))
        r = outer->inner ? in_run(outer) : new_record(t, outer);
    if (r) {
        r->run = t->run;
        rt_counts(r, &calls, &cost);
        r->instances = calls;
        return r;
    }
    if (outer && outer->inner)
        rt_record_arm(outer->inner, UNUSABLE_GAP);
    else
        recursion->within.countdown = UNUSABLE_GAP;
    return NULL;
}
