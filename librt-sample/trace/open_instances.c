/* SPDX-License-Identifier: MIT
 * Open instances, and what the thread's buffer says about the innermost one. */
#include "trace/open_instances.h"
#include "arch/machine.h"
#include "base/alone.h"
#include "base/memory.h"
#include "base/stack.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include "core/counts.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/log.h"
#include "recursion/chain.h"
#include "budget/start_or_leave.h"
#include "sample/target_on_thread.h"
#include "sample/process_runs.h"
#include "trace/call_names.h"
#include "trace/instance.h"
#include "trace/touch.h"
#include "budget/prices.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <string.h>

static uint64_t buffer_start(const struct rt_thread *t)
{
    return (uint64_t)(uintptr_t)t->buffer;
}

static void lend_thinned(struct rt_tls *tls, const struct rt_table *table)
{
    tls->survive = (uint64_t)1 << (64 - table->thin);
    tls->region = table->mapper.region;
    tls->base = table->mapper.base;
}

void rt_lend(struct rt_thread *t)
{
    struct rt_tls *const tls = t->tls;
    if (tls->slots || t->lent || !t->depth || tls->leaving || tls->cur != buffer_start(t))
        return;
    const struct rt_table *table = &t->stack[t->depth - 1].table;
    const int64_t lent = table->lost ? 0 : rt_table_room(table);
    t->lent = lent;
    if (!lent)
        return;
    struct rt_line *const slot = table->slot;
    const uint32_t mask = table->mask;
    tls->slot_mask = mask;
    tls->factor = rt_slot_factor(mask);
    tls->places = (uint64_t)mask * 8;
    tls->first = slot;
    tls->end = slot + mask + 1;
    tls->order_end = rt_table_order(table) + RT_ORDERED;
    tls->order = table->class || table->used >= RT_ORDERED ? NULL : rt_table_order(table) + table->used;
    const bool pending = rt_whole_any(rt_spans_of(slot, mask));
    tls->survive = 0;
    if (table->thin)
        lend_thinned(tls, table);
    tls->left = pending || table->thin ? 0 : lent;
    tls->held = lent - tls->left;
    tls->empty = table->used ? INT64_MAX : lent;
    RT_BARRIER();
    tls->slots = slot;
    rt_set_floor(tls);
    RT_BARRIER();
    if (tls->cur != buffer_start(t))  /* a handler's access */
        rt_unlend(tls);
}

/* Before anything else changes the innermost instance's table. */
static void take_back(struct rt_thread *t)
{
    struct rt_tls *const tls = t->tls;
    struct rt_instance *in = &t->stack[t->depth - 1];
    rt_unlend(tls);
    RT_BARRIER();
    if (t->lent)
        in->table.used += (uint32_t)(t->lent - tls->left - tls->held);
    in->work += tls->work;
    t->done.words += tls->work;
    tls->work = 0;
    t->lent = 0;
}

/* Nothing is traced from here on. */
static inline void rest(struct rt_tls *tls)
{
    tls->own_site = NULL;
    tls->leaving = 1;
    tls->limit = 0;
    tls->fuel = ALGOPROF_FUEL_LEFT;
}

/* The thunks trace for the innermost instance from here on. */
static void activate(struct rt_thread *t)
{
    struct rt_tls *const tls = t->tls;
    const struct rt_instance *top = &t->stack[t->depth - 1];
    tls->span = t->depth ? rt_span(tls) : RT_STACK_SPAN;
    if (!t->depth || top->left) {
        rest(tls);
        return;
    }
    const uint64_t sp = top->sp, frame = top->frame, cost = top->cost;
    const void *site = top->site;
    tls->leaving = 0;
    tls->sp = sp;
    tls->own_site = site;
    tls->own_frame = frame;
    tls->own_cost = cost;
    RT_BARRIER();
    if (!tls->limit) {
        tls->fuel = rt_budget_fuel();
        atomic_store_explicit(&tls->cur, buffer_start(t), memory_order_relaxed);
        RT_BARRIER();
        tls->limit = buffer_start(t) + sizeof t->buffer;
    }
}

static bool grow_stack(struct rt_thread *t)
{
    unsigned class = (uint8_t)(t->stack_class + 1);
    struct rt_instance *new = rt_pages_get(&t->pages, class);
    if (!new)
        return false;
    memcpy(new, t->stack, t->depth * sizeof *new);
    if (t->stack_class != RT_OWN_CLASS)
        rt_pages_put(&t->pages, t->stack, t->stack_class);
    t->stack = new;
    t->stack_class = (uint8_t)class;
    t->room = (uint32_t)(((size_t)4096 << class) / sizeof *new);
    return true;
}

static bool open_chain(struct rt_thread *t, struct rt_instance *in)
{
    in->chain = rt_chain_open(&t->pages, in->record->recursion, in->sp, in->record->needs);
    if (!in->chain)
        return false;
    in->chain->outer = rt_tls.chain;
    rt_tls.chain = in->chain;
    in->record->recursion->chain = ALGOPROF_CHAIN_TRACED;
    return true;
}

static void close_chain(struct rt_thread *t, struct rt_instance *in)
{
    if (in->record->recursion)
        in->record->recursion->chain = in->record->outer ? ALGOPROF_CHAIN_LEFT : ALGOPROF_CHAIN_NONE;
    rt_tls.chain = in->chain->outer;
    in->record->needs = rt_chain_needs(in->chain);
    rt_chain_release(in->chain, &t->pages);
    in->chain = NULL;
}

uint32_t rt_instance_push(struct rt_thread *t, struct rt_record *r, const struct rt_beginning *b)
{
    uint32_t token = ++t->serial << 13 | (t->depth + 1);
    uint64_t order = rt_add(&rt_order, 1);
    if (t->depth >= RT_MAX_DEPTH || (t->depth == t->room && !grow_stack(t)))
        return 0;
    struct rt_instance *top = &t->stack[t->depth];
    top->token = token;         /* all fields, one by one: to clear it as a whole takes longer */
    top->place = b->place;
    top->flags = r->pair_flags | (r->outer ? ALOG_I_INNER : 0);
    top->calls_class = 0;
    top->calls_only = b->calls_only;
    top->left = false;
    top->calls_mask = top->calls_used = top->context = 0;
    top->sp = b->sp;
    top->record = r;
    top->index = b->index;
    top->pair = r->pair;
    top->period = r->period;
    top->order = order;
    top->external = top->work = 0;
    top->run = t->run;
    top->pair_slot = r->pair_slot;
    top->parent = b->parent;
    top->calls = NULL;
    top->site = r->recursion ? NULL : b->site;
    top->frame = b->frame;
    top->cost = 0;
    top->cost_before = r->hot->cost;
    top->chain = NULL;
    top->sized = rt_user_size(t, &top->user_size);
    if (!rt_table_init(&top->table, &t->pages, r->thins ? RT_THINNED_CLASS : r->table_class))
        return 0;
    if (r->thins)
        top->table.max_lines = RT_THINNED_LINES;
    top->table.lost = b->calls_only;
    if (r->recursion && !open_chain(t, top)) {
        rt_table_release(&top->table, &t->pages);
        return 0;
    }
    if (t->depth && !top[-1].left)
        top[-1].cost = rt_tls.own_cost;
    top->first_class = top->table.class;
    top->priced_calls = top->polled = top->whole_ns = 0;
    top->priced_grown_ns = 0;
    t->depth++;
    activate(t);
    rt_budget_begun(t, top);
    return token;
}

void rt_trace_release(struct rt_thread *t)
{
    while (t->depth) {
        struct rt_instance *in = &t->stack[--t->depth];
        rt_table_release(&in->table, &t->pages);
        if (in->calls)
            rt_pages_put(&t->pages, in->calls, in->calls_class);
        if (in->chain)
            rt_chain_release(in->chain, &t->pages);
    }
}

void rt_trace_abandon(struct rt_thread *t)
{
    for (uint32_t i = 0; i < t->depth; i++) {
        struct rt_record *r = t->stack[i].record;
        r->untraced_starts++;
        if (r->recursion)
            r->recursion->chain = ALGOPROF_CHAIN_NONE;
    }
    t->depth = 0;
    t->lent = 0;
    rt_unlend(&rt_tls);
    t->done.words += rt_tls.work;
    rt_tls.work = 0;
    rt_tls.chain = NULL;
    activate(t);
    memset(t->buffer, 0, sizeof t->buffer);
    memset(&t->pages, 0, sizeof t->pages);
    memset(&t->names, 0, sizeof t->names);
    t->stack = t->first_stack;
    t->stack_class = RT_OWN_CLASS;
    t->room = RT_FIRST_DEPTH;
}

/* What the buffer holds is in the tables. */
static void leave(struct rt_thread *t)
{
    rt_budget_left(t);
    if (t->depth && !t->stack[t->depth - 1].left)
        t->stack[t->depth - 1].cost = rt_tls.own_cost;
    for (uint32_t i = t->depth; i && !t->stack[i - 1].left; i--) {
        struct rt_instance *in = &t->stack[i - 1];
        in->left = true;
        rt_counter_write(in->record);   /* its end may be far */
        if (in->chain) {
            in->record->recursion->chain = ALGOPROF_CHAIN_LEFT;
            in->chain->outer = NULL;
        }
    }
    rt_tls.chain = NULL;
    activate(t);
}

/* One word: an access of 1..ALGOPROF_MAX_ACCESS bytes.  false: the budget was outgrown. */
static bool analyse(struct rt_thread *t, struct rt_instance *in, uint64_t word)
{
    uint32_t meta = (uint32_t)(word >> 48);
    uint64_t address = word & (((uint64_t)1 << 48) - 1);
    uint64_t size = meta & ALGOPROF_MAX_ACCESS;
    if (!rt_make_way(t, in, address, address + size))
        return false;
    rt_table_touch(&in->table, &t->pages, address, size, meta & ALGOPROF_WRITE);
    return true;
}

/* Handlers may append while we read, so the buffer is emptied by an exchange
 * that fails then.  A word that was reserved but is not stored yet belongs to
 * the code that such a handler interrupted: it is lost.  false: the budget was outgrown
 * meanwhile, and what came then was dropped. */
static bool drain(struct rt_thread *t)
{
    uint64_t end = rt_tls.cur, done = 0;
    bool on = true;
    take_back(t);
    struct rt_instance *in = &t->stack[t->depth - 1];
    do {
        uint64_t words = (end - buffer_start(t)) / sizeof *t->buffer;
        if (words > RT_BUFFER_WORDS)
            words = RT_BUFFER_WORDS;
        for (; done < words; done++) {
            uint64_t word = t->buffer[done], size = word >> 48 & ALGOPROF_MAX_ACCESS;
            t->buffer[done] = 0;
            in->work += (size + 7) / 8;
            on = on && !rt_is_over(t, 1 + (size >> 6));
            if (word && on)
                on = analyse(t, in, word);
            else if (!word)
                in->flags |= ALOG_I_LOST;
        }
        if (words > t->most_words)
            t->most_words = words;
    } while (!rt_own_exchange(&rt_tls.cur, &end, buffer_start(t)));
    return on;
}

void rt_flush(struct rt_thread *t)
{
    if (t->depth && rt_tls.limit && !drain(t))
        leave(t);
}

void rt_trace_thin(struct rt_thread *t)
{
    rt_flush(t);
    rt_table_thin(&t->stack[t->depth - 1].table, &t->pages);
}

void rt_trace_leave(struct rt_thread *t)
{
    if (t->depth && rt_tls.limit)
        drain(t);
    leave(t);
}

static struct rt_calls *find_call(struct rt_calls *calls, uint32_t mask, const char *name)
{
    uint32_t i = (uint32_t)((uintptr_t)name * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (calls[i].name && calls[i].name != name)
        i = (i + 1) & mask;
    return &calls[i];
}

static bool grow_calls(struct rt_thread *t, struct rt_instance *in)
{
    unsigned class = in->calls ? in->calls_class + 1u : 0;
    struct rt_calls *new = rt_pages_get(&t->pages, class);
    if (!new)
        return false;
    uint32_t mask = (uint32_t)(((size_t)4096 << class) / sizeof *new) - 1;
    for (uint32_t i = 0; in->calls && i <= in->calls_mask; i++)
        if (in->calls[i].name)
            *find_call(new, mask, in->calls[i].name) = in->calls[i];
    if (in->calls)
        rt_pages_put(&t->pages, in->calls, in->calls_class);
    in->calls = new;
    in->calls_mask = mask;
    in->calls_class = (uint8_t)class;
    return true;
}

static void add_calls(struct rt_thread *t, struct rt_instance *in, const char *name, uint64_t count)
{
    struct rt_calls *c = in->calls ? find_call(in->calls, in->calls_mask, name) : NULL;
    if (!c || !c->name) {
        if ((!in->calls || in->calls_used >= in->calls_mask / 2) && !grow_calls(t, in)) {
            in->flags |= ALOG_I_LOST;
            return;
        }
        c = find_call(in->calls, in->calls_mask, name);
        c->name = name;
        in->calls_used++;
    }
    c->count += count;
}

void rt_called(struct rt_thread *t, const char *name, uint64_t count)
{
    if (!t->depth || !name)
        return;
    struct rt_instance *in = &t->stack[t->depth - 1];
    const char *kept = rt_names_copy(&t->names, &t->pages, name);
    if (kept)
        add_calls(t, in, kept, count);
    else
        in->flags |= ALOG_I_LOST;
}

/* What an instance did, the one around it did too. */
static void give_to_parent(struct rt_thread *t, struct rt_instance *in, struct rt_instance *parent)
{
    bool one_stack = parent->sp - in->sp < rt_tls.span;
    /* A recursion whose accesses are not traced is an opaque call there. */
    if (!in->calls_only && !parent->calls_only)
        rt_merge(t, parent, in, one_stack ? in->sp : 0, one_stack ? parent->sp : 0);
    for (uint32_t i = 0; in->calls && i <= in->calls_mask; i++)
        if (in->calls[i].name)
            add_calls(t, parent, in->calls[i].name, in->calls[i].count);
    parent->external += in->external;
    parent->work += in->work;
    parent->flags |= in->flags & ALOG_I_LOST;
}

/* The iterations of a loop's instance that were reported before it was cut, at least so many, go to *cost.
 * Result: how many it had, most likely; the original that it went on in has counted them, with
 * those of later instances. */
static uint64_t cut_cost(const struct rt_instance *in, uint64_t *cost)
{
    uint64_t instances, all;
    if (!in->site || *cost)
        return *cost;       /* who ends it says so */
    *cost = in->left ? in->cost : rt_tls.own_cost;
    if (!in->record->hot)
        return *cost;
    rt_run_counts(in->record, &instances, &all);
    /* Mostly it is closed where the next one begins, which has no cost yet. */
    uint64_t since = instances > in->index + 1 ? instances - in->index - 1 : 1;
    return (in->record->hot->cost - in->cost_before) / since;
}

void rt_instance_pop(struct rt_thread *t, uint64_t cost, bool cut)
{
    uint64_t longest = 0;
    rt_flush(t);
    struct rt_instance *in = &t->stack[t->depth - 1];
    cut |= in->left;
    if (cut)
        in->flags |= ALOG_I_CUT;
    bool known = !cut || !in->site || cost;
    uint64_t probable = cut ? cut_cost(in, &cost) : cost;
    rt_table_settle(&in->table, &t->pages);
    if (t->depth > 1 && !in[-1].left)
        give_to_parent(t, in, in - 1);
    uint64_t traced = atomic_load_explicit(&in->record->traced, memory_order_relaxed);
    atomic_store_explicit(&in->record->traced, traced + 1, memory_order_release);       /* its owner's alone */
    if (in->chain) {
        if (!cut)
            rt_chain_leave(in->chain, &t->pages, 0);
        probable = cost = rt_chain_calls(in->chain, &longest);
    }
    uint8_t needs = (uint8_t)rt_table_needs(&in->table);
    if ((!cut && !in->record->thins) || needs > in->record->table_class)        /* whole it would have needed more */
        in->record->table_class = needs;
    rt_price_ended(t, in);
    rt_instance_log(t, in, cost, longest);
    rt_table_release(&in->table, &t->pages);
    if (in->calls)
        rt_pages_put(&t->pages, in->calls, in->calls_class);
    in->calls = NULL;
    if (in->chain)
        close_chain(t, in);
    rt_counter_write(in->record);
    struct rt_record *r = in->record;
    uint64_t least = cost > in->polled ? cost : in->polled;
    bool left = in->left;
    t->depth--;
    activate(t);
    if (left)
        rt_budget_closed(t, r, probable, least, known);
    else
        rt_budget_ended(t, in, cost);
}

bool rt_instance_end(struct rt_thread *t, uint64_t cost)
{
    struct rt_tls *const tls = t->tls;
    struct rt_instance *in = t->stack;
    if (in->left || in->chain || in->calls || tls->cur != buffer_start(t))
        return false;
    take_back(t);
    if (tls->cur != buffer_start(t))
        return false;           /* a handler's access */
    struct rt_record *r = in->record;
    atomic_store_explicit(&r->traced, RT_OWN(r->traced) + 1, memory_order_release);
    rt_table_settle(&in->table, &t->pages);
    if (!r->thins)
        r->table_class = (uint8_t)rt_table_needs(&in->table);
    rt_price_ended(t, in);
    rt_instance_log(t, in, cost, 0);
    rt_table_release(&in->table, &t->pages);
    rt_counter_write(r);
    t->depth = 0;
    tls->span = RT_STACK_SPAN;
    rest(tls);
    rt_budget_ended(t, in, cost);
    return true;
}
