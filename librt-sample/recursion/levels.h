/* SPDX-License-Identifier: MIT
 *
 * Levels of a chain that begin and end, for the quick forms (entry/recursion.c) and the full ones
 * (recursion/chain.c): general registers only. */
#ifndef RT_LEVELS_H
#define RT_LEVELS_H

#include "arch/machine.h"
#include "base/stack.h"
#include "core/state.h"
#include "core/thread.h"
#include "recursion/chain.h"

/* The calling thread's open chain of a recursion, or NULL. */
RT_QUICK struct rt_chain *rt_chain_of(const struct algoprof_recursion *record)
{
    struct rt_chain *c = rt_tls.chain;
    while (c && c->record != record)
        c = c->outer;
    return c;
}

RT_QUICK uint64_t rt_larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The base of an activation that begins: what the caller gave it, or a tail
 * call, or what is open.  A tail call whose target called neither enter nor join is over when its
 * levels are, and then means nothing. */
RT_QUICK uint64_t rt_base_of(const struct rt_chain *c, uint64_t base)
{
    if (base == ALGOPROF_NO_BASE)
        base = c->pending;
    return base > c->levels ? c->levels : base;
}

RT_QUICK bool rt_is_near(const struct rt_chain *c, uint64_t sp)
{
    return c->top->sp - sp < RT_STACK_SPAN;
}

/* May the activation at sp be one above the innermost level, without more ado? */
RT_QUICK bool rt_follows(const struct rt_chain *c, uint64_t sp)
{
    return rt_is_near(c, sp) && sp >= c->floor;
}

/* A new run of one level.  There is room. */
RT_QUICK void rt_push_run(struct rt_chain *c, uint64_t sp)
{
    struct rt_level *top = c->top + 1;
    top->sp = sp;
    top->count = 1;
    top->calls = 1;
    top->height = 1;
    RT_BARRIER();
    c->top = top;
    c->levels++;
}

/* One level more.  There is room for a run. */
RT_QUICK void rt_push_level(struct rt_chain *c, uint64_t sp, uint64_t base)
{
    struct rt_level *top = c->top, *below = top - 1;
    c->pending = ALGOPROF_NO_BASE;
    if (c->levels <= base) {
        rt_push_run(c, sp);
        return;
    }
    /* The activation has levels, and makes one more by a jump.  Equal subtrees
       are one run. */
    top->sp = sp;
    if (c->levels - base <= below->count || below->calls != top->calls || below->height != top->height) {
        rt_push_run(c, sp);
        return;
    }
    below->count++;
    top->calls = 1;
    top->height = 1;
    c->levels++;
}

/* The second half of dropping the top level, which may be done again.  calls:
 * what the one below it has then. */
RT_QUICK void rt_drop_dead(struct rt_chain *c, uint64_t calls)
{
    struct rt_level *top = c->top, *below = top - 1;
    below->calls = calls;
    below->height = rt_larger(below->height, top->height + 1);
    RT_BARRIER();
    c->top = below;
}

/* The top level has ended: mark it dead, and keep the calls in place of its
 * frame.  So a jump out of here loses nothing (rt_chain_repair). */
RT_QUICK void rt_drop_level(struct rt_chain *c)
{
    uint64_t calls = c->top[-1].calls + c->top->calls;
    c->top->sp = calls;
    RT_BARRIER();
    c->top->count = 0;
    RT_BARRIER();
    rt_drop_dead(c, calls);
}

/* The innermost level ended and has its row. */
RT_QUICK void rt_pop_level(struct rt_chain *c)
{
    struct rt_level *top = c->top, *below = top - 1;
    if (below->count > 1) {
        below->count--;
        top->calls += below->calls;
        top->height = rt_larger(top->height + 1, below->height);
    } else {
        rt_drop_level(c);
    }
    c->levels--;
}

#endif
