/* SPDX-License-Identifier: MIT
 *
 * The guard of all entry points.
 *
 * rt_tls.busy guards a thread's state against signal handlers that come here
 * on top of a slow path: they are turned away, their instances run untraced
 * (and counted), their accesses make the trace they interrupted a lost one. */
#include "entry/guard.h"
#include "base/stack.h"
#include "core/state.h"
#include "core/thread.h"
#include "process/process.h"
#include "process/thread_lifetime.h"
#include "recursion/chain.h"
#include "sample/target_on_thread.h"
#include "trace/open_instances.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>

/* Was the path that set busy left by a jump out of a handler?  Then its frame
 * is gone; but a handler on its own stack may lie anywhere. */
static bool abandoned(uint64_t low)
{
    return low - (rt_tls.busy & ~(uint64_t)1) < rt_span(&rt_tls) && !rt_on_signal_stack();
}

/* quick: a path of recursion/chain.c, which changes its chain only. */
static void recover(struct rt_thread *t, bool quick, const struct algoprof_hot *due)
{
    if (quick) {
        for (struct rt_chain *c = rt_tls.chain; c; c = c->outer)
            rt_chain_repair(c);
        return;
    }
    rt_records_repair(t, due);  /* first: after the next instance it is not known any more */
    rt_share_repair(t);
    rt_trace_abandon(t);
}

/* false: the process was sealed meanwhile. */
static bool announce_inside(struct rt_thread *t)
{
    atomic_store_explicit(&t->inside, true, memory_order_relaxed);
    RT_BARRIER();
    if (rt_state != RT_SEALED)
        return true;
    atomic_store_explicit(&t->inside, false, memory_order_relaxed);
    return false;
}

struct rt_thread *rt_enter_due(uint64_t low, bool create, const struct algoprof_hot *due)
{
    uint64_t left = rt_tls.busy;
    if (!create && rt_state == RT_LATER)
        return NULL;            /* in a fork's child: what is open is its parent's */
    if (rt_state == RT_SEALED || (left && !abandoned(low)))
        return NULL;
    rt_tls.busy = low;
    RT_BARRIER();
    if (rt_process_ready()) {
        if (!rt_tls.self && create && !rt_tls.ended)
            rt_thread_attach();
        if (rt_tls.self && left)
            recover(rt_tls.self, left & 1, due);
        if (rt_tls.self && announce_inside(rt_tls.self)) {
            rt_tls.self->done.visits++;
            return rt_tls.self;
        }
    }
    rt_tls.busy = 0;
    if (rt_tls.self && rt_tls.self->begun.held)
        rt_thread_begun(rt_tls.self);
    return NULL;
}

struct rt_thread *rt_enter(uint64_t low, bool create)
{
    return rt_enter_due(low, create, NULL);
}

struct rt_thread *rt_visit(uint64_t low)
{
    return rt_enter(low, true);
}

void rt_visit_end(void)
{
    rt_leave();
}

static bool is_gone(const struct rt_thread *t, uint64_t sp)
{
    return t->depth && sp - t->stack[t->depth - 1].sp - 1 < rt_span(&rt_tls);
}

/* Close instances whose frames are gone (longjmp, exceptions). */
void rt_close_gone(struct rt_thread *t, uint64_t sp)
{
    if (is_gone(t, sp) && !rt_on_signal_stack())
        do
            rt_instance_pop(t, 0, true);
        while (is_gone(t, sp));
}

/* Make the trace that a turned-away access would have belonged to a lost one, unless it is over:
 * an instance may be left amid an iteration (trace/touch.c).
 * The flag is a byte of its owner's thread: set between its instructions. */
void rt_lose(void)
{
    struct rt_thread *t = rt_tls.self;
    if (t && t->depth && !t->stack[t->depth - 1].left)
        t->stack[t->depth - 1].flags |= ALOG_I_LOST;
}
