/* SPDX-License-Identifier: MIT
 *
 * enter, join, leave and tail: the hot path of a sampled recursion.
 *
 * These quick forms are entry points themselves: they use general registers only,
 * so that the compiler can save those that they use (the common case stands
 * alone, to use few), and change nothing unless they can do it all.  What needs
 * memory, or looks at frames that are gone, goes to the full forms (entry/recursion_slow.c). */
#include "arch/general_only.h"
#include "entry/recursion.h"
#include "arch/machine.h"
#include "core/state.h"
#include "core/thread.h"
#include "recursion/chain.h"
#include "recursion/levels.h"
#include "recursion/instance_rows.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>

#define QUICK_LEVELS ALOG_CHAIN_LISTED  /* so many end in a quick path */

RT_ENTRY uint64_t rt_enter_quick(struct algoprof_recursion *, uint64_t base) __asm__(ALGOPROF_RT("enter"));
RT_ENTRY uint64_t rt_join_quick(struct algoprof_recursion *) __asm__(ALGOPROF_RT("join"));
RT_ENTRY void rt_leave_quick(struct algoprof_recursion *, uint64_t base) __asm__(ALGOPROF_RT("leave"));
RT_ENTRY void rt_tail_quick(struct algoprof_recursion *, uint64_t base) __asm__(ALGOPROF_RT("tail"));
RT_ENTRY void rt_landed_quick(void) __asm__(ALGOPROF_RT("landed"));

/* The chain, with busy set; NULL: not here. */
RT_QUICK struct rt_chain *begin_quick(const struct algoprof_recursion *record, uint64_t low)
{
    if (rt_tls.busy)
        return NULL;
    rt_tls.busy = low + 1;
    RT_BARRIER();
    struct rt_chain *c = rt_chain_of(record);
    if (!c)
        rt_tls.busy = 0;
    return c;
}

RT_QUICK void end_quick(void)
{
    RT_BARRIER();
    rt_tls.busy = 0;
}

/* The innermost chain, if it is the one; NULL: not here. */
RT_QUICK struct rt_chain *innermost(const struct algoprof_recursion *record)
{
    struct rt_chain *c = rt_tls.chain;
    return !rt_tls.busy && c && c->record == record ? c : NULL;
}

RT_MORE uint64_t enter_more(struct algoprof_recursion *record, uint64_t base, uint64_t low)
{
    uint64_t sp = low + RT_RED_ZONE;
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        uint64_t from = rt_base_of(c, base);
        bool own = c->pending != ALGOPROF_NO_BASE && from < c->levels;
        if ((own || rt_follows(c, sp)) && c->top != c->end) {
            rt_push_level(c, sp, from);
            end_quick();
            return from;
        }
        end_quick();
    }
    return rt_call_with_result((uintptr_t)record, base, low, 0, (uintptr_t)rt_slow_enter);
}

uint64_t rt_enter_quick(struct algoprof_recursion *record, uint64_t base)
{
    struct rt_chain *c = innermost(record);
    if (c && base == ALGOPROF_NO_BASE && c->pending == ALGOPROF_NO_BASE) {
        rt_tls.busy = RT_LOW(0) + 1;
        RT_BARRIER();
        if (rt_follows(c, RT_LOW(0) + RT_RED_ZONE) && c->top != c->end) {
            uint64_t from = c->levels;
            rt_push_run(c, RT_LOW(0) + RT_RED_ZONE);
            end_quick();
            return from;
        }
        end_quick();
    }
    return enter_more(record, base, RT_LOW(0));
}

uint64_t rt_join_quick(struct algoprof_recursion *record)
{
    uint64_t low = RT_LOW(0), sp = low + RT_RED_ZONE;
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        uint64_t from = rt_base_of(c, ALGOPROF_NO_BASE);
        bool own = from < c->levels;
        if (own || rt_follows(c, sp)) {
            if (own)
                c->top->sp = sp;
            c->pending = ALGOPROF_NO_BASE;
            end_quick();
            return from;
        }
        end_quick();
    }
    return rt_call_with_result((uintptr_t)record, ALGOPROF_NO_BASE, low, 0, (uintptr_t)rt_slow_join);
}

RT_MORE void leave_more(struct algoprof_recursion *record, uint64_t base, uint64_t low)
{
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        bool left = base >= c->levels;
        if (!c->over && (left || c->levels - base <= QUICK_LEVELS))
            while (!left && rt_rows_quick(&c->rows, c->top->height, c->top->calls)) {
                rt_pop_level(c);
                left = base == c->levels;
            }
        end_quick();
        if (left)
            return;
    }
    rt_call_saving((uintptr_t)record, base, low, 0, (uintptr_t)rt_slow_leave);
}

/* One level that ends, and its row is there. */
void rt_leave_quick(struct algoprof_recursion *record, uint64_t base)
{
    struct rt_chain *c = innermost(record);
    if (c && base != ALGOPROF_NO_BASE) {
        rt_tls.busy = RT_LOW(0) + 1;
        RT_BARRIER();
        struct rt_level *top = c->top, *below = top - 1;
        struct rt_row *row = c->rows.slot;
        if (row && base + 1 == c->levels && !c->over && below->count == 1 &&
            (row += rt_row_hash(top->height, top->calls) & c->rows.mask)->cost == top->calls &&
            row->size == top->height) {
            row->count++;
            rt_drop_level(c);
            c->levels = base;
            end_quick();
            return;
        }
        end_quick();
    }
    leave_more(record, base, RT_LOW(0));
}

void rt_tail_quick(struct algoprof_recursion *record, uint64_t base)
{
    uint64_t low = RT_LOW(0);
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        c->pending = base;
        end_quick();
        return;
    }
    rt_call_saving((uintptr_t)record, base, low, 0, (uintptr_t)rt_slow_tail);
}

void rt_landed_quick(void)
{
    if (rt_tls.limit)
        rt_call_saving(RT_LOW(0), 0, 0, 0, (uintptr_t)rt_slow_landed);
}
