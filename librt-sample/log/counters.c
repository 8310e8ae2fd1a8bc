/* SPDX-License-Identifier: MIT
 * The counts of a target on a thread, into their block of the log (ALOG_COUNTER). */
#include "base/alone.h"
#include "core/counts.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include "log/two_copies.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>
#include <string.h>

/* A counter block with its first copy; its offset, 0: no space.  limit: as of rt_log_reserve. */
static uint64_t new_counter(const struct rt_target *g, uint32_t thread, const struct alog_counts *value, uint64_t limit)
{
    uint64_t offset;
    struct alog_counter *c = rt_log_reserve(sizeof *c, limit, &offset);
    if (!c)
        return 0;
    c->site = g->site;
    c->thread = thread;
    rt_store_counts(&c->copy[0], value);
    rt_log_commit(offset, g->in->number, ALOG_COUNTER, sizeof *c, offsetof(struct alog_counter, copy));
    return offset;
}

/* Of the run, as last read. */
static inline struct alog_counts counts_of(const struct rt_record *r)
{
    return (struct alog_counts){ .sequence = r->counter_sequence,
                                 .instances = RT_OWN(r->instances) - RT_OWN(r->run_instances),
                                 .cost = RT_OWN(r->cost) - RT_OWN(r->run_cost),
                                 .traced = RT_OWN(r->traced) - RT_OWN(r->run_traced),
                                 .untraced_starts = RT_OWN(r->untraced_starts) - RT_OWN(r->run_untraced),
                                 .folded = ALOG_NONE };
}

/* By who has taken them: others read only. */
static void keep_counts(struct rt_record *r, uint64_t instances, uint64_t cost)
{
    atomic_store_explicit(&r->instances, instances, memory_order_release);
    atomic_store_explicit(&r->cost, cost, memory_order_release);
}

static struct alog_counts counts_now(struct rt_record *r)
{
    uint64_t instances, cost;
    rt_own_counts(r, &instances, &cost);
    keep_counts(r, instances, cost);
    return counts_of(r);
}

/* The target of the run that the record counts into.  Who took a thread's run left the target to that thread. */
static struct rt_target *counted_in(const struct rt_record *r)
{
    return r->is_parked ? r->target : rt_target_base(r->target);
}

static bool open_counter(struct rt_record *r, struct alog_counts *c)
{
    r->counter_sequence = c->sequence = 1;
    r->counter = !r->in_sum && rt_run_ensure(counted_in(r)->in) ? new_counter(counted_in(r), r->thread, c, rt_log_counters_end) : 0;
    return r->counter != 0;
}

/* The target's block for what threads count that have none; false: no space. */
static bool write_sum(struct rt_target *g)
{
    struct alog_counts *sum = &g->sum_counts;
    sum->sequence++;
    if (g->sum) {
        struct alog_counter *block = rt_log_payload(g->sum);
        rt_store_counts(&block->copy[(sum->sequence - 1) & 1], sum);
        rt_log_touch(g->sum, sizeof(struct alog_block) + sizeof *block);
    } else if (rt_run_ensure(g->in)) {
        g->sum = new_counter(g, ALOG_NONE, sum, rt_log_max);
    }
    return g->sum != 0;
}

static bool add_to_sum(struct rt_record *r, const struct alog_counts *own)
{
    struct rt_target *g = counted_in(r);
    struct alog_counts *sum = &g->sum_counts;
    sum->instances += own->instances;
    sum->cost += own->cost;
    sum->traced += own->traced;
    sum->untraced_starts += own->untraced_starts;
    sum->folded = r->thread;
    sum->threads += !r->in_sum;
    r->in_sum = true;
    return write_sum(g);
}

bool rt_counter_new(struct rt_record *r)
{
    struct alog_counts c = counts_now(r);
    return open_counter(r, &c) || counted_in(r)->sum || write_sum(counted_in(r));
}

static void store(struct rt_record *r, struct alog_counts *c)
{
    uint64_t at = r->counter;
    struct alog_counter *block = rt_log_payload(at);
    struct alog_counts *copy = &block->copy[r->counter_sequence & 1];
    c->sequence = ++r->counter_sequence;
    rt_store_counts(copy, c);
    rt_log_touch(at, sizeof(struct alog_block) + sizeof *block);
}

static bool take_once(struct rt_record *r, uint8_t who)
{
    return rt_take_byte(&r->counting, RT_COUNTS_FREE, who);
}

static void give_back(struct rt_record *r)
{
    atomic_store_explicit(&r->counting, RT_COUNTS_FREE, memory_order_release);
}

/* Whoever has taken it writes what is as new as this. */
void rt_counter_write(struct rt_record *r)
{
    if (!r->counter || !take_once(r, RT_COUNTS_OWNER))
        return;
    uint64_t before = RT_OWN(r->instances), more = 0;
    if (r->counter) {
        struct alog_counts c = counts_now(r);
        store(r, &c);
        more = RT_OWN(r->instances) - before;
    }
    give_back(r);
    rt_log_count(more ? more : 1);
}

void rt_counter_begin(struct rt_record *r)
{
    uint64_t instances, cost;
    rt_own_counts(r, &instances, &cost);
    if (instances - r->instances > 1)
        rt_counter_write(r);
}

void rt_counts_repair(struct rt_record *r)
{
    uint8_t owner = RT_COUNTS_OWNER;
    atomic_compare_exchange_strong(&r->counting, &owner, RT_COUNTS_FREE);
}

static bool take_read(struct rt_record *r, bool live)
{
    uint64_t instances, cost;
    if (!take_once(r, RT_COUNTS_OTHER))
        return false;
    if (live && !rt_counts(r, &instances, &cost)) {
        give_back(r);
        return false;
    }
    if (live)
        keep_counts(r, instances, cost);
    return true;
}

/* The owner needs a fraction of a microsecond, if it runs; a busy machine keeps it from that for
 * some ms, or it was stopped, or left by a jump. */
static bool take(struct rt_record *r, bool live, unsigned wait)
{
    for (unsigned turn = 0; turn < wait && rt_state != RT_SEALED && !r->in_vain; turn = rt_wait_turn(turn))
        if (take_read(r, live))
            return true;
    if (!take_read(r, live))
        return false;
    r->in_vain = false;
    return true;
}

void rt_counter_missing(struct rt_record *r)
{
    r->in_vain = true;
    rt_counts_short = true;
}

/* What was read is written, and what comes from then on is apart from it. */
static void begin_anew(struct rt_record *r, const struct alog_counts *c)
{
    r->run_instances += c->instances;
    r->run_cost += c->cost;
    r->run_traced += c->traced;
    r->run_untraced += c->untraced_starts;
}

/* Without space for a block of its own it goes into the target's sum. */
static void settle(struct rt_record *r, struct alog_counts *c)
{
    bool any = c->instances || c->cost || c->traced || c->untraced_starts;
    if (r->counter) {
        store(r, c);
    } else if (any && !open_counter(r, c)) {
        if (!add_to_sum(r, c))
            rt_counts_short = true;
        begin_anew(r, c);
        *c = (struct alog_counts){ .sequence = 0 };
    }
}

/* less: instances that the next run has. */
static struct alog_counts settle_less(struct rt_record *r, uint64_t less)
{
    struct alog_counts c = counts_of(r);
    if (c.instances)            /* else an earlier run has it */
        c.instances -= less;
    settle(r, &c);
    return c;
}

/* Half of what a thread's first instance waits for the lock, which is the caller's. */
#define WAIT_SETTLED (RT_WAIT_FIRST / 2)

void rt_counter_settle(struct rt_record *r, bool live)
{
    if (!take(r, live, WAIT_SETTLED)) {
        rt_counter_missing(r);
        return;
    }
    struct alog_counts c = counts_of(r);
    settle(r, &c);
    give_back(r);
}

bool rt_counter_hold(struct rt_record *r, bool live)
{
    return take(r, live, RT_WAIT_SHORT);
}

void rt_counter_let(struct rt_record *r)
{
    struct alog_counts c = counts_of(r);
    if (r->counter)
        store(r, &c);
    give_back(r);
}

void rt_counter_next_run(struct rt_record *r, uint64_t less)
{
    struct alog_counts c = settle_less(r, less);
    begin_anew(r, &c);
    r->counter = r->counter_sequence = 0;
    r->in_sum = false;
    give_back(r);
}

void rt_counter_park(struct rt_record *r, uint64_t less)
{
    struct alog_counts c = settle_less(r, less);
    r->parked = (struct rt_parked){ .run = r->run, .thread = r->thread, .counter = r->counter,
                                    .counter_sequence = r->counter_sequence, .instances = c.instances, .cost = c.cost,
                                    .traced = c.traced, .untraced = c.untraced_starts };
    r->parked_in_sum = r->in_sum;
    begin_anew(r, &c);
    r->counter = r->counter_sequence = 0;
    r->in_sum = false;
    r->is_parked = true;
    give_back(r);
}

/* Without an instance in the thread's run it has no target there. */
void rt_counter_unpark(struct rt_record *r, uint64_t less, uint32_t run)
{
    const struct rt_parked *p = &r->parked;
    if (r->target->base) {
        struct alog_counts c = settle_less(r, less);
        begin_anew(r, &c);
    }
    bool same = p->run == run;
    r->counter = same ? p->counter : 0;
    r->counter_sequence = same ? p->counter_sequence : 0;
    r->in_sum = same && r->parked_in_sum;
    r->run_instances -= same ? p->instances : 0;
    r->run_cost -= same ? p->cost : 0;
    r->run_traced -= same ? p->traced : 0;
    r->run_untraced -= same ? p->untraced : 0;
    r->thread = p->thread;
    r->is_parked = false;
    give_back(r);
}

/* Counter blocks of ended threads that stay before sums are made. */
#define ENDED_BLOCKS 256u

void rt_counter_fold(struct rt_record *r)
{
    struct rt_target *g = counted_in(r);
    rt_counter_settle(r, !r->closed);
    if (!r->counter || ++g->ended_threads <= ENDED_BLOCKS)
        return;
    struct alog_counts own = counts_of(r);
    rt_log_write();             /* who was folded before has no block any more */
    bool added = add_to_sum(r, &own);
    rt_log_write();             /* the sum, before its block goes */
    if (added)
        rt_log_drop(r->counter, sizeof(struct alog_block) + sizeof(struct alog_counter));
    r->counter = 0;
}
