/* SPDX-License-Identifier: MIT
 *
 * The guard of all entry points, and the C side of those of instances and
 * recursions; those of accesses are in trace/entry_access.c.
 *
 * rt_tls.busy guards a thread's state against signal handlers that come here
 * on top of a slow path: they are turned away, their instances run untraced
 * (and counted), their accesses make the trace they interrupted a lost one. */
#include "trace/entry.h"
#include "core/counts.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

_Static_assert(offsetof(struct rt_tls, cur) == 0, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, limit) == 8, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, sp) == 16, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, busy) == 24, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, span) == 48, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, slots) == 64, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, left) == 80, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, leaving) == 88, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, work) == 96, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, floor) == 112, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, factor) == 120, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, places) == 128, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, first) == 136, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, end) == 144, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, order) == 160, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, order_end) == 168, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, own_site) == 176, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, own_frame) == 184, "arch/x86_64/thunks.h");
_Static_assert(offsetof(struct rt_tls, own_cost) == 192, "arch/x86_64/thunks.h");
_Static_assert(RT_SLOT_SHIFT == 36, "arch/x86_64/thunks.h");
_Static_assert(sizeof(struct rt_line) == 24 && offsetof(struct rt_line, read_first) == 8
               && offsetof(struct rt_line, write_first) == 16, "arch/x86_64/thunks.h");

/* Words as in rt_abi.h. */
void rt_skip(const uint64_t *words);
void rt_poll(uint64_t *words);


/* Of recursion/chain.c's entry points, which pass the program's `low`. */
uint64_t rt_slow_enter(struct algoprof_recursion *, uint64_t base, uint64_t low);
uint64_t rt_slow_join(struct algoprof_recursion *, uint64_t base, uint64_t low);
void rt_slow_leave(struct algoprof_recursion *, uint64_t base, uint64_t low);
void rt_slow_tail(struct algoprof_recursion *, uint64_t base, uint64_t low);
void rt_slow_landed(uint64_t low);

bool rt_on_signal_stack(void)
{
    stack_t now;
    return sigaltstack(NULL, &now) || (now.ss_flags & SS_ONSTACK);
}

/* Was the path that set busy left by a jump out of a handler?  Then its frame
 * is gone; but a handler on its own stack may lie anywhere. */
static bool abandoned(uint64_t low)
{
    return low - (rt_tls.busy & ~(uint64_t)1) < rt_span() && !rt_on_signal_stack();
}

void rt_records_repair(struct rt_thread *t, const struct algoprof_hot *due)
{
    for (struct rt_record *r = t->records; r; r = r->next) {
        rt_record_repair(r, due);
        rt_counts_repair(r);
        if (r->inner)
            rt_record_repair(r->inner, due);
    }
}

/* quick: a path of recursion/chain.c, which changes its chain only. */
static void recover(struct rt_thread *t, bool quick, const struct algoprof_hot *due)
{
    if (quick) {
        for (struct rt_chain *c = rt_tls.chain; c; c = c->outer)
            rt_chain_repair(c);
        return;
    }
    rt_records_repair(t, due);  /* first: it cannot be told after the next instance */
    rt_share_repair(t);
    rt_trace_abandon(t);
}

#define CLOSED_GAP 1023         /* of a record that the log has no room for */
#define WITHIN 0x2000u          /* token of no instance: the traced version of the
                                   recursion asks, and hands over to the one within */

/* false: the process was sealed meanwhile. */
static bool tell_inside(struct rt_thread *t)
{
    atomic_store_explicit(&t->inside, true, memory_order_relaxed);
    RT_BARRIER();
    if (rt_state != RT_SEALED)
        return true;
    atomic_store_explicit(&t->inside, false, memory_order_relaxed);
    return false;
}

static struct rt_thread *enter(uint64_t low, bool create, const struct algoprof_hot *due)
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
        if (rt_tls.self && tell_inside(rt_tls.self))
            return rt_tls.self;
    }
    rt_tls.busy = 0;
    if (rt_tls.self && rt_tls.self->begun.held)
        rt_thread_begun(rt_tls.self);
    return NULL;
}

struct rt_thread *rt_enter(uint64_t low, bool create)
{
    return enter(low, create, NULL);
}

struct rt_thread *rt_visit(uint64_t low)
{
    return rt_enter(low, true);
}

void rt_visit_end(void)
{
    rt_leave();
}

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

static bool is_gone(const struct rt_thread *t, uint64_t sp)
{
    return t->depth && sp - t->stack[t->depth - 1].sp - 1 < rt_span();
}

/* Close instances whose frames are gone (longjmp, exceptions). */
static void close_gone(struct rt_thread *t, uint64_t sp)
{
    if (is_gone(t, sp) && !rt_on_signal_stack())
        do
            rt_instance_pop(t, 0, true);
        while (is_gone(t, sp));
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

/* Another thread may have counted the instance into the run before. */
static bool begins_in_run(struct rt_record *r)
{
    uint64_t instances, cost;
    rt_run_counts(r, &instances, &cost);
    return instances && instances <= INT64_MAX;
}

/* Has the record its blocks of this run? */
static bool opened(const struct rt_thread *t, struct rt_record *r)
{
    struct rt_held held;
    if (r->counter && r->run == t->run)
        return true;
    if (!rt_lock(&held, RT_WAIT_FIRST))
        return false;
    bool done = rt_run_join(r, 1) && rt_state == RT_ON && rt_target_open(r->target) && rt_counter_new(r);
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
                      const struct algoprof_site *site, const void *own, uint64_t frame)
{
    uint64_t instances, cost;
    rt_flush(t);
    rt_run_counts(r->outer ? r->outer : r, &instances, &cost);
    const struct rt_beginning b = { .sp = sp, .index = instances - 1, .parent = parent_of(t, r), .place = place,
                                    .calls_only = site->flags & ALGOPROF_S_CALLS_ONLY, .site = own, .frame = frame };
    uint32_t token = rt_instance_push(t, r, &b);
    if (!token)
        rt_sample_failed(t, r);
    return token;
}

/* Nothing tells when it ends.  Until the next one begins calls that come back by
 * pointers lead there too. */
static uint32_t go_within(struct rt_record *r)
{
    r->recursion->chain = ALGOPROF_CHAIN_LEFT;
    return WITHIN;
}

void rt_any_begin(uint64_t *words)
{
    unsigned flags = (unsigned)words[2];
    const struct algoprof_site *site = rt_pointer(words[0] - (flags >> ALGOPROF_B_COPY_SHIFT));
    struct algoprof_hot *hot = rt_pointer(words[1]);
    uint64_t low = rt_above(words, 4);
    int error = errno;
    uint32_t token = 0;
    unsigned forks = rt_forks;
    bool inner = flags & ALGOPROF_B_INNER;
    struct rt_thread *t = enter(low, true, inner ? &((struct algoprof_recursion *)(void *)hot)->within : hot);
    if (forks != rt_forks && !inner)
        hot->countdown = -1;    /* this instance is the child's first */
    if (t) {
        uint64_t sp = flags & ALGOPROF_B_LEAF ? low : low + 128;
        uint8_t place;
        close_gone(t, sp);
        struct rt_record *r = inner ? rt_inner_due(t, site, (struct algoprof_recursion *)(void *)hot)
                                    : due(t, site, hot);
        close_left(t, rt_pointer(words[0]), inner ? 0 : words[3]);     /* of a module that was loaded anew, too */
        if (r) {
            if (rt_sample(t, r, &place, is_open(t, r, sp) ? RT_NESTED : RT_CAN))
                token = trace(t, r, place, sp, site, rt_pointer(words[0]), words[3]);
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
    struct rt_thread *t = enter(rt_above(words, 2), true, hot);
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
    rt_fuel = rt_budget_fuel();
    if (t) {
        if (t->depth && rt_budget_outgrown(t))
            rt_trace_leave(t);
        asked = !t->depth || rt_tls.leaving;
        rt_leave();
    } else {
        asked = !rt_tls.busy;
    }
    if (asked) {
        rt_tls.leaving = 1;
        rt_fuel = t ? ALGOPROF_FUEL_LEFT : 0;
    }
    errno = error;
    words[0] = asked;
}

/* ---- recursions ----
 *
 * Slow paths are rare here and hold signals: a jump out of a handler on top of
 * one would cost the instance, which the recursion still runs in. */

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
    leave_if_low(&v, low + 128);
    base = v.chain ? rt_chain_enter(v.chain, &v.t->pages, low + 128, base) : ALGOPROF_NO_BASE;
    end_visit(&v, record);
    return base;
}

uint64_t rt_slow_join(struct algoprof_recursion *record, uint64_t unused, uint64_t low)
{
    (void)unused;
    struct visit v = visit_chain(record, low);
    leave_if_low(&v, low + 128);
    uint64_t base = v.chain ? rt_chain_join(v.chain, &v.t->pages, low + 128) : ALGOPROF_NO_BASE;
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
        close_gone(v.t, low + 128);
        for (struct rt_chain *c = rt_tls.chain; c; c = c->outer)
            rt_chain_landed(c, &v.t->pages, low + 128);
    }
    end_visit(&v, NULL);
}
