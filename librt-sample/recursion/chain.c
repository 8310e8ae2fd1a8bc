/* SPDX-License-Identifier: MIT
 *
 * Chains of calls of traced recursions: which calls are open, and what each
 * has below it when it ends.
 *
 * enter, join, leave and tail are the hot path of a sampled recursion.  Their
 * quick forms are entry points themselves: they use general registers only,
 * so that the compiler can save those that they use (the common case stands
 * alone, to use few), and change nothing unless they can do it all.  What needs
 * memory, or looks at frames that are gone, goes through the thunks to the
 * forms that rt.h tells. */
#pragma GCC target("general-regs-only")
#include "trace/quick.h"
#include "recursion/rows.h"
#include <string.h>

_Static_assert(sizeof(struct rt_chain) <= 4096, "a chain begins with one page");
_Static_assert(offsetof(struct algoprof_recursion, hot) == 0, "a recursion's record is a record");

#define QUICK_LEVELS ALOG_CHAIN_LISTED  /* so many end in a quick path */

RT_ENTRY uint64_t rt_enter(struct algoprof_recursion *, uint64_t base) __asm__(ALGOPROF_RT("enter"));
RT_ENTRY uint64_t rt_join(struct algoprof_recursion *) __asm__(ALGOPROF_RT("join"));
RT_ENTRY void rt_leave(struct algoprof_recursion *, uint64_t base) __asm__(ALGOPROF_RT("leave"));
RT_ENTRY void rt_tail(struct algoprof_recursion *, uint64_t base) __asm__(ALGOPROF_RT("tail"));
RT_ENTRY void rt_landed(void) __asm__(ALGOPROF_RT("landed"));

/* arch/x86_64/thunks.S, to trace/entry.c; low: as there. */
RT_THUNK uint64_t rt_enter_thunk(struct algoprof_recursion *, uint64_t base, uint64_t low);
RT_THUNK uint64_t rt_join_thunk(struct algoprof_recursion *, uint64_t base, uint64_t low);
RT_THUNK void rt_leave_thunk(struct algoprof_recursion *, uint64_t base, uint64_t low);
RT_THUNK void rt_tail_thunk(struct algoprof_recursion *, uint64_t base, uint64_t low);
RT_THUNK void rt_landed_thunk(uint64_t low);

/* ---- what both forms do ---- */

RT_QUICK struct rt_chain *find(const struct algoprof_recursion *record)
{
    struct rt_chain *c = rt_tls.chain;
    while (c && c->record != record)
        c = c->outer;
    return c;
}

RT_QUICK uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The base of an activation that begins: what the caller gave it, or a tail
 * call, or what is open.  A tail call whose target never told is over when its
 * levels are, and then means nothing. */
RT_QUICK uint64_t base_of(const struct rt_chain *c, uint64_t base)
{
    if (base == ALGOPROF_NO_BASE)
        base = c->pending;
    return base > c->levels ? c->levels : base;
}

RT_QUICK bool is_near(const struct rt_chain *c, uint64_t sp)
{
    return c->top->sp - sp < RT_STACK_SPAN;
}

/* May the activation at sp be one above the innermost level, without more ado? */
RT_QUICK bool follows(const struct rt_chain *c, uint64_t sp)
{
    return is_near(c, sp) && sp >= c->floor;
}

/* A new run of one level.  There is room. */
RT_QUICK void push_run(struct rt_chain *c, uint64_t sp)
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
RT_QUICK void push(struct rt_chain *c, uint64_t sp, uint64_t base)
{
    struct rt_level *top = c->top, *below = top - 1;
    c->pending = ALGOPROF_NO_BASE;
    if (c->levels <= base) {
        push_run(c, sp);
        return;
    }
    /* The activation has levels, and makes one more by a jump.  Equal subtrees
       are one run. */
    top->sp = sp;
    if (c->levels - base <= below->count || below->calls != top->calls || below->height != top->height) {
        push_run(c, sp);
        return;
    }
    below->count++;
    top->calls = 1;
    top->height = 1;
    c->levels++;
}

/* The second half of dropping the top level, which may be done again.  calls:
 * what the one below it has then. */
RT_QUICK void drop_dead(struct rt_chain *c, uint64_t calls)
{
    struct rt_level *top = c->top, *below = top - 1;
    below->calls = calls;
    below->height = larger(below->height, top->height + 1);
    RT_BARRIER();
    c->top = below;
}

/* The top level has ended: mark it dead, and keep the calls in place of its
 * frame.  So a jump out of here loses nothing (rt_chain_repair). */
RT_QUICK void drop(struct rt_chain *c)
{
    uint64_t calls = c->top[-1].calls + c->top->calls;
    c->top->sp = calls;
    RT_BARRIER();
    c->top->count = 0;
    RT_BARRIER();
    drop_dead(c, calls);
}

/* The innermost level ended and has its row. */
RT_QUICK void pop(struct rt_chain *c)
{
    struct rt_level *top = c->top, *below = top - 1;
    if (below->count > 1) {
        below->count--;
        top->calls += below->calls;
        top->height = larger(top->height + 1, below->height);
    } else {
        drop(c);
    }
    c->levels--;
}

/* ---- quick forms ---- */

/* The lowest address that the frame of an entry point's caller can use. */
#define LOW() ((uint64_t)(uintptr_t)__builtin_frame_address(0) + 16)

/* The chain, with busy set; NULL: not here. */
RT_QUICK struct rt_chain *begin_quick(const struct algoprof_recursion *record, uint64_t low)
{
    if (rt_tls.busy)
        return NULL;
    rt_tls.busy = low + 1;
    RT_BARRIER();
    struct rt_chain *c = find(record);
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
    uint64_t sp = low + 128;
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        uint64_t from = base_of(c, base);
        bool own = c->pending != ALGOPROF_NO_BASE && from < c->levels;
        if ((own || follows(c, sp)) && c->top != c->end) {
            push(c, sp, from);
            end_quick();
            return from;
        }
        end_quick();
    }
    return rt_enter_thunk(record, base, low);
}

uint64_t rt_enter(struct algoprof_recursion *record, uint64_t base)
{
    struct rt_chain *c = innermost(record);
    if (c && base == ALGOPROF_NO_BASE && c->pending == ALGOPROF_NO_BASE) {
        rt_tls.busy = LOW() + 1;
        RT_BARRIER();
        if (follows(c, LOW() + 128) && c->top != c->end) {
            uint64_t from = c->levels;
            push_run(c, LOW() + 128);
            end_quick();
            return from;
        }
        end_quick();
    }
    return enter_more(record, base, LOW());
}

uint64_t rt_join(struct algoprof_recursion *record)
{
    uint64_t low = LOW(), sp = low + 128;
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        uint64_t from = base_of(c, ALGOPROF_NO_BASE);
        bool own = from < c->levels;
        if (own || follows(c, sp)) {
            if (own)
                c->top->sp = sp;
            c->pending = ALGOPROF_NO_BASE;
            end_quick();
            return from;
        }
        end_quick();
    }
    return rt_join_thunk(record, ALGOPROF_NO_BASE, low);
}

RT_MORE void leave_more(struct algoprof_recursion *record, uint64_t base, uint64_t low)
{
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        bool left = base >= c->levels;
        if (!c->over && (left || c->levels - base <= QUICK_LEVELS))
            while (!left && rt_rows_quick(&c->rows, c->top->height, c->top->calls)) {
                pop(c);
                left = base == c->levels;
            }
        end_quick();
        if (left)
            return;
    }
    rt_leave_thunk(record, base, low);
}

/* One level that ends, and its row is there. */
void rt_leave(struct algoprof_recursion *record, uint64_t base)
{
    struct rt_chain *c = innermost(record);
    if (c && base != ALGOPROF_NO_BASE) {
        rt_tls.busy = LOW() + 1;
        RT_BARRIER();
        struct rt_level *top = c->top, *below = top - 1;
        struct rt_row *row = c->rows.slot;
        if (row && base + 1 == c->levels && !c->over && below->count == 1 &&
            (row += rt_row_hash(top->height, top->calls) & c->rows.mask)->cost == top->calls &&
            row->size == top->height) {
            row->count++;
            drop(c);
            c->levels = base;
            end_quick();
            return;
        }
        end_quick();
    }
    leave_more(record, base, LOW());
}

void rt_tail(struct algoprof_recursion *record, uint64_t base)
{
    uint64_t low = LOW();
    struct rt_chain *c = begin_quick(record, low);
    if (c) {
        c->pending = base;
        end_quick();
        return;
    }
    rt_tail_thunk(record, base, low);
}

void rt_landed(void)
{
    if (rt_tls.limit)
        rt_landed_thunk(LOW());
}

/* ---- full forms ---- */

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

struct rt_chain *rt_chain_of(const struct algoprof_recursion *record)
{
    return find(record);
}

uint64_t rt_span(void)
{
    return larger(rt_tls.span, RT_STACK_SPAN);
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
        rt_tls.span = larger(rt_span(), 4 * (c->first->sp - sp));
    rt_set_floor();
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
    c->top->height = larger(c->top->height, c->over_height + 1);
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
        pop(c);
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
    /* On one stack that it never left, any distance is told. */
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
    bool own = c->pending != ALGOPROF_NO_BASE && base_of(c, base) < c->levels;
    if (!own && is_below(c, c->top->sp, sp) && !rt_on_signal_stack())
        rt_chain_landed(c, pages, sp);
    base = base_of(c, base);
    if (base < c->levels && !c->over)
        c->top->sp = sp;
    else if (!is_near(c, sp))
        c->switched = true;
    c->pending = ALGOPROF_NO_BASE;
    return base;
}

uint64_t rt_chain_enter(struct rt_chain *c, struct rt_pages *pages, uint64_t sp, uint64_t base)
{
    base = arrive(c, pages, sp, base);
    if (!c->over && (c->top != c->end || grow_levels(c, pages, sp))) {
        push(c, sp, base);
        return base;
    }
    if (!c->over)
        c->over_sp = sp;
    c->over++;
    c->over_calls++;
    c->over_height = larger(c->over_height, c->over);
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
        *longest = larger(*longest, depth - 1 + i->height);
    }
    *longest = larger(*longest, depth + c->over_height);
    return calls;
}

void rt_chain_repair(struct rt_chain *c)
{
    if (!c->top->count)
        drop_dead(c, c->top->sp);
    c->levels = c->over;
    for (const struct rt_level *i = c->top; i > c->first; i--)
        c->levels += i->count;
    c->pending = ALGOPROF_NO_BASE;
    c->rows.lost = true;
}
