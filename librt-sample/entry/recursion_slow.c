/* SPDX-License-Identifier: MIT
 *
 * Recursions: what entry/recursion.c leaves over, since it needs memory or looks at frames that are gone.
 *
 * Such calls are rare, and hold signals: a jump out of a handler on top of
 * one would cost the instance, which the recursion still runs in. */
#include "arch/machine.h"
#include "base/stack.h"
#include "core/lock.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "entry/recursion.h"
#include "recursion/chain.h"
#include "recursion/levels.h"
#include "sample/target_on_thread.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>
#include <errno.h>

struct visit {
    int error;
    struct rt_held held;
    struct rt_thread *t;        /* NULL: turned away */
    struct rt_chain *chain;     /* NULL: none */
};

static struct visit visit(uint64_t low)
{
    struct visit v = { .error = errno };
    rt_hold_signals(&v.held);
    v.t = rt_enter(low, false);
    return v;
}

static struct visit visit_chain(struct algoprof_recursion *record, uint64_t low)
{
    struct visit v = visit(low);
    v.chain = v.t ? rt_chain_of(record) : NULL;
    return v;
}

static inline void end_visit(const struct visit *v, struct algoprof_recursion *record)
{
    if (v->t)
        rt_leave();
    if (record && !v->chain && !rt_tls.busy)
        record->chain = ALGOPROF_CHAIN_NONE;    /* left over: of a fork's parent, or profiling stopped */
    rt_let_signals(&v->held);
    errno = v->error;
}

/* Traced versions may have larger frames than the program's own: what comes
 * near the stack's end is left. */
static void leave_if_low(struct visit *v, uint64_t sp)
{
    if (!v->chain || !rt_chain_is_low(v->chain, sp))
        return;
    for (uint32_t i = 0; i < v->t->depth; i++)
        if (v->t->stack[i].chain == v->chain) {
            struct rt_record *r = v->t->stack[i].record;
            (r->outer ? r->outer : r)->no_inner = true;
        }
    rt_trace_leave(v->t);
    v->chain = NULL;
}

uint64_t rt_slow_enter(struct algoprof_recursion *record, uint64_t base, uint64_t low)
{
    struct visit v = visit_chain(record, low);
    leave_if_low(&v, low + RT_RED_ZONE);
    base = v.chain ? rt_chain_enter(v.chain, &v.t->pages, low + RT_RED_ZONE, base) : ALGOPROF_NO_BASE;
    end_visit(&v, record);
    return base;
}

uint64_t rt_slow_join(struct algoprof_recursion *record, uint64_t unused, uint64_t low)
{
    (void)unused;
    struct visit v = visit_chain(record, low);
    leave_if_low(&v, low + RT_RED_ZONE);
    uint64_t base = v.chain ? rt_chain_join(v.chain, &v.t->pages, low + RT_RED_ZONE) : ALGOPROF_NO_BASE;
    end_visit(&v, record);
    return base;
}

void rt_slow_leave(struct algoprof_recursion *record, uint64_t base, uint64_t low)
{
    if (base == ALGOPROF_NO_BASE)
        return;
    struct visit v = visit_chain(record, low);
    if (v.chain)
        rt_chain_leave(v.chain, &v.t->pages, base);
    end_visit(&v, record);
}

void rt_slow_tail(struct algoprof_recursion *record, uint64_t base, uint64_t low)
{
    struct visit v = visit_chain(record, low);
    if (v.chain)
        v.chain->pending = base;
    end_visit(&v, record);
}

void rt_slow_landed(uint64_t low)
{
    struct visit v = visit(low);
    if (v.t && !rt_on_signal_stack()) {
        rt_close_gone(v.t, low + RT_RED_ZONE);
        for (struct rt_chain *c = rt_tls.chain; c; c = c->outer)
            rt_chain_landed(c, &v.t->pages, low + RT_RED_ZONE);
    }
    end_visit(&v, NULL);
}
