/* SPDX-License-Identifier: MIT
 *
 * Chains of calls of traced recursions: which calls are open, and what each
 * has below it when it ends.
 *
 * These are the full forms of enter, join and leave, which may need memory or look at frames that are gone;
 * their quick forms are entry points (entry/recursion.c). */
#include "recursion/chain.h"
#include "base/memory.h"
#include "base/stack.h"
#include "core/thread.h"
#include "recursion/levels.h"
#include <algoprof/rt_abi.h>
#include <string.h>

_Static_assert(sizeof(struct rt_chain) <= 4096, "a chain begins with one page");
_Static_assert(offsetof(struct algoprof_recursion, hot) == 0, "a recursion's record is a record");

#define MOST_NEEDS 5u           /* 64 KiB: beyond that an instance takes long anyway */

struct rt_needs rt_chain_needs(const struct rt_chain *c)
{
    const struct rt_rows *rows = &c->rows;
    struct rt_needs needs = { .levels = c->first == c->first_level ? 0 : (uint8_t)(c->class + 1),
                              .rows = rows->slot == rows->first ? 0 : rows->sum ? MOST_NEEDS : rows->class + 1u };
    if (rt_tls.span > RT_STACK_SPAN)
        needs.levels = 0;       /* it has to learn again how large the stack is (grow_levels) */
    else if (needs.levels > MOST_NEEDS)
        needs.levels = MOST_NEEDS;
    return needs;
}

static void set_levels(struct rt_chain *c, struct rt_level *first, size_t used, unsigned class)
{
    c->first = first;
    c->top = first + used - 1;
    c->end = first + ((size_t)4096 << class) / sizeof *first - 1;
    c->class = (uint8_t)class;
}

struct rt_chain *rt_chain_open(struct rt_pages *pages, struct algoprof_recursion *record, uint64_t sp,
                               struct rt_needs needs)
{
    struct rt_chain *c = rt_pages_get(pages, 0);
    struct rt_level *levels = c && needs.levels ? rt_pages_get(pages, needs.levels - 1u) : NULL;
    if (!c)
        return NULL;
    c->record = record;
    c->pending = ALGOPROF_NO_BASE;
    c->first = c->top = c->first_level;
    c->end = c->first_level + RT_FIRST_LEVELS - 1;
    if (levels)
        set_levels(c, levels, 1, needs.levels - 1u);
    c->top->sp = sp;
    c->top->count = 1;
    c->floor = sp > RT_STACK_FREE ? sp - RT_STACK_FREE : 0;
    rt_rows_init(&c->rows);
    if (needs.rows)
        rt_rows_prepare(&c->rows, pages, needs.rows - 1u);
    return c;
}

void rt_chain_release(struct rt_chain *c, struct rt_pages *pages)
{
    rt_rows_release(&c->rows, pages);
    if (c->first != c->first_level)
        rt_pages_put(pages, c->first, c->class);
    rt_pages_put(pages, c, 0);
}

/* sp: of the level that wants room. */
static bool grow_levels(struct rt_chain *c, struct rt_pages *pages, uint64_t sp)
{
    unsigned class = c->first == c->first_level ? 0 : c->class + 1u;
    struct rt_level *new = class <= RT_CHAIN_CLASS ? rt_pages_get(pages, class) : NULL;
    size_t used = (size_t)(c->top - c->first) + 1;
    if (!new)
        return false;
    memcpy(new, c->first, used * sizeof *new);
    if (c->first != c->first_level)
        rt_pages_put(pages, c->first, c->class);
    set_levels(c, new, used, class);
    /* Until it grows again the stack may double: with frames twice as large, too. */
    if (!c->switched && sp < c->first->sp)
        rt_tls.span = rt_larger(rt_span(&rt_tls), 4 * (c->first->sp - sp));
    rt_set_floor(&rt_tls);
    return true;
}

/* Levels beyond the room: their calls go to the top level. */
static void end_over(struct rt_chain *c, uint64_t count)
{
    c->over -= count;
    c->levels -= count;
    if (c->over)
        return;
    c->top->calls += c->over_calls;
    c->top->height = rt_larger(c->top->height, c->over_height + 1);
    c->over_calls = c->over_height = 0;
}

/* Levels of a run that are alike but for what is below them. */
static void end_run(struct rt_chain *c, struct rt_pages *pages, uint64_t count)
{
    struct rt_level *top = c->top, *run = top - 1;
    rt_rows_add_series(&c->rows, pages, top->height, top->calls, run->calls, count);
    top->height += count;
    top->calls += count * run->calls;
    run->count -= count;
    c->levels -= count;
}

/* End levels until `base` are open. */
static void complete(struct rt_chain *c, struct rt_pages *pages, uint64_t base)
{
    if (c->over && base < c->levels)
        end_over(c, c->levels - base < c->over ? c->levels - base : c->over);
    while (c->levels > base) {
        rt_rows_add(&c->rows, pages, c->top->height, c->top->calls);
        rt_pop_level(c);
        uint64_t alike = c->top == c->first ? 0 : c->top[-1].count - 1, left = c->levels - base;
        if (alike && left && c->top->height >= c->top[-1].height)
            end_run(c, pages, alike < left ? alike : left);
    }
}

bool rt_chain_is_low(struct rt_chain *c, uint64_t sp)
{
    if (sp >= c->floor)
        return false;
    uint64_t floor = rt_stack_floor(sp, c->first->sp);
    /* Not as it was before: there are several stacks. */
    c->floor = c->measured && sp >= floor ? 0 : floor;
    c->measured = true;
    return sp < c->floor;
}

static bool is_below(const struct rt_chain *c, uint64_t level, uint64_t sp)
{
    /* On one stack that it never left, any distance counts. */
    return level < sp && (sp - level < RT_STACK_SPAN || (!c->switched && sp <= c->first->sp));
}

void rt_chain_landed(struct rt_chain *c, struct rt_pages *pages, uint64_t sp)
{
    uint64_t left = c->levels - c->over;
    if (c->over && !is_below(c, c->over_sp, sp))
        return;
    for (const struct rt_level *i = c->top; i > c->first && is_below(c, i->sp, sp); i--)
        left -= i->count;
    complete(c, pages, left);
}

/* The frame of an activation that begins: what was below it is gone. */
static uint64_t arrive(struct rt_chain *c, struct rt_pages *pages, uint64_t sp, uint64_t base)
{
    bool own = c->pending != ALGOPROF_NO_BASE && rt_base_of(c, base) < c->levels;
    if (!own && is_below(c, c->top->sp, sp) && !rt_on_signal_stack())
        rt_chain_landed(c, pages, sp);
    base = rt_base_of(c, base);
    if (base < c->levels && !c->over)
        c->top->sp = sp;
    else if (!rt_is_near(c, sp))
        c->switched = true;
    c->pending = ALGOPROF_NO_BASE;
    return base;
}

uint64_t rt_chain_enter(struct rt_chain *c, struct rt_pages *pages, uint64_t sp, uint64_t base)
{
    base = arrive(c, pages, sp, base);
    if (!c->over && (c->top != c->end || grow_levels(c, pages, sp))) {
        rt_push_level(c, sp, base);
        return base;
    }
    if (!c->over)
        c->over_sp = sp;
    c->over++;
    c->over_calls++;
    c->over_height = rt_larger(c->over_height, c->over);
    c->levels++;
    c->rows.lost = true;
    return base;
}

uint64_t rt_chain_join(struct rt_chain *c, struct rt_pages *pages, uint64_t sp)
{
    return arrive(c, pages, sp, ALGOPROF_NO_BASE);
}

void rt_chain_leave(struct rt_chain *c, struct rt_pages *pages, uint64_t base)
{
    complete(c, pages, base);
}

uint64_t rt_chain_calls(const struct rt_chain *c, uint64_t *longest)
{
    uint64_t calls = c->first->calls + c->over_calls, depth = 0;
    *longest = c->first->height ? c->first->height - 1 : 0;
    for (const struct rt_level *i = c->first + 1; i <= c->top; i++) {
        calls += i->count * i->calls;
        depth += i->count;
        *longest = rt_larger(*longest, depth - 1 + i->height);
    }
    *longest = rt_larger(*longest, depth + c->over_height);
    return calls;
}

void rt_chain_repair(struct rt_chain *c)
{
    if (!c->top->count)
        rt_drop_dead(c, c->top->sp);
    c->levels = c->over;
    for (const struct rt_level *i = c->top; i > c->first; i--)
        c->levels += i->count;
    c->pending = ALGOPROF_NO_BASE;
    c->rows.lost = true;
}
