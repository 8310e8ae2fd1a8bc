/* SPDX-License-Identifier: MIT
 *
 * When the pairs of a target start, and what the log says of its sampling.
 *
 * auto: a pair starts before an untraced instance with probability
 * rho_e = 2^-e: at first all instances are traced.  When the budget could not pay for what is to come, e grows by one.  What was
 * paid stays: early instances are likelier among the kept pairs than late ones, and the gaps between pairs say how much of the run
 * each stands for.
 *
 * When `pairs` pairs are kept, or what they say takes CELL_BYTES, those of the smallest e are thinned to the next one.  A pair begins at
 * rho_e / (1 + rho_e) of the instances, since its second is none that could begin one; so each of them is dropped
 * with probability 1 / (2 + rho_e).  Once all are alike e grows for new starts, too.
 *
 * Threads draw
 * the gap to their next start ahead.  A gap drawn under e' < e is right for
 * the instances before the halving; a start that it leads to after it is
 * accepted with rho_e / rho_e' = 2^-(e - e'), so that each instance still
 * starts a pair with probability rho_e, whoever drew and when. */
#include "sample/sample.h"
#include "base/alone.h"
#include "base/clock.h"
#include "base/options.h"
#include "base/rng.h"
#include "core/lock.h"
#include "core/shared_section.h"
#include "core/state.h"
#include "core/thread.h"
#include "core/turn.h"
#include "log/log.h"
#include "log/two_copies.h"
#include "budget/start_or_leave.h"
#include "sample/thread_runs.h"
#include "sample/target_on_thread.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <string.h>

#define INNER_PERIOD 8u         /* of inner starts at first */
#define CELL_BYTES (256u << 10) /* of a target's cells */
#define SMALL_LOG 16u           /* or that part of it, if that is less: so that sets need not be thinned */
#define MOST_CELL_BYTES (4u << 20)      /* of ENOUGH_PAIRS or fewer */
#define REST_GAP ((int64_t)1 << 20)     /* counts reach the log this often */
#define MOST_WAITS 200u
#define LEAST_PAIRS 4u          /* are not halved, but for ALGOPROF_PAIRS */
#define MOST_LOWERED 20u        /* halvings at once */
#define ENOUGH_PAIRS 32u        /* are not halved for their cells */

static void write_state(struct rt_target *g, struct alog_sampler_state *copy)
{
    struct alog_sampler_state c = {
        .sequence = ++g->sampler_sequence,
        .starts = g->starts,
        .kept = g->rate == ALOG_RATE_AUTO ? g->kept : g->starts,
        .dropped = g->dropped,
        .refused_stale = g->refused_stale,
        .refused_budget = g->refused_budget,
        .refused_space = g->refused_space,
        .halvings = g->halvings,
        .thin = g->thin,
    };
    rt_store_sampler_state(copy, &c);
}

void rt_sampler_write(struct rt_target *g)
{
    if (!g->sampler)
        return;
    struct alog_sampler *b = rt_log_payload(g->sampler);
    write_state(g, &b->copy[g->sampler_sequence & 1]);
    rt_log_touch(g->sampler, sizeof(struct alog_block) + sizeof *b);
    rt_turn_end(&g->turn);      /* alone: if somebody had it, he has left it */
}

/* Who is in turn, or comes next, writes what is as new as this. */
void rt_sampler_tell(struct rt_target *g)
{
    if (g->sampler && rt_turn_take(&g->turn))
        rt_sampler_write(g);
}

bool rt_target_open(struct rt_target *g)
{
    uint64_t offset;
    if (g->sampler)
        return true;
    struct alog_sampler *b = rt_run_ensure(g->in) ? rt_log_reserve(sizeof *b, rt_log_max, &offset) : NULL;
    if (!b)
        return false;
    g->sampler = offset;
    b->site = g->site;
    b->period = g->rate == ALOG_RATE_AUTO ? 1 : g->rate;
    write_state(g, &b->copy[0]);
    rt_log_commit(g->sampler, g->in->number, ALOG_SAMPLER, sizeof *b, offsetof(struct alog_sampler, copy));
    return true;
}

void rt_target_stop(struct rt_target *g, enum alog_stop why)
{
    if (g->stopped)
        return;
    g->stopped = true;
    if (g->is_inner)
        return;
    rt_event(g, ALOG_E_STOPPED, why);
    rt_sampler_write(g);
}

/* 1 / probability of a start. */
static uint64_t period_at(const struct rt_target *g, unsigned halvings)
{
    if (g->rate != ALOG_RATE_AUTO)
        return g->rate;
    return (uint64_t)(g->is_inner ? INNER_PERIOD : 1) << halvings;
}

static int64_t draw_gap(struct rt_thread *t, struct rt_record *r)
{
    r->drawn = (uint8_t)r->target->halvings;
    r->phase = RT_START;
    return rt_rng_geometric(&t->rng, 1 / (double)period_at(r->target, r->drawn));
}

static void number_start(struct rt_record *r)
{
    struct rt_target *g = r->target;
    r->period = period_at(g, g->halvings);
    r->pair = rt_add(&g->starts, 1);
    if (g->rate == ALOG_RATE_AUTO)
        g->pair[r->pair_slot].number = r->pair;
}

/* Do the kept pairs say more than they may? */
static bool is_too_much(const struct rt_target *g)
{
    uint64_t most = rt_log_max / SMALL_LOG < CELL_BYTES ? rt_log_max / SMALL_LOG : CELL_BYTES;
    return g->kept > (g->weight >= MOST_CELL_BYTES ? LEAST_PAIRS : g->weight >= most ? ENOUGH_PAIRS : UINT32_MAX);
}

/* Side by side with other threads' starts; false: it must be done alone. */
static bool start_beside(struct rt_thread *t, struct rt_record *r)
{
    struct rt_target *g = r->target;
    if (!rt_share(t))
        return false;
    bool done = rt_run_is_current(t) && (g->rate != ALOG_RATE_AUTO || (!is_too_much(g) && rt_pair_keep(r, false)));
    if (done)
        number_start(r);
    rt_unshare(t);
    return done;
}

/* A start is due, or the first pair: take it. */
static bool take_start(struct rt_thread *t, struct rt_record *r, uint8_t flags)
{
    struct rt_target *g = r->target;
    bool fixed = g->rate != ALOG_RATE_AUTO;
    struct rt_held held;
    r->pair_flags = flags;
    if (fixed && !rt_has_runs) {
        number_start(r);
    } else if (!start_beside(t, r)) {
        bool locked = rt_lock(&held, fixed ? RT_WAIT_LONG : RT_WAIT_SHORT);
        if (!locked || !rt_run_is_current(t)) {      /* or the run has ended meanwhile */
            if (flags & ALOG_I_FIRST_PAIR)
                g->first_taken = false;
            if (locked)
                rt_unlock(&held);
            return false;
        }
        rt_share_join(t);
        if (!fixed)
            rt_pair_keep(r, true);
        number_start(r);
        while (!fixed && (g->kept >= g->most_pairs || is_too_much(g)))
            rt_pairs_thin(t, g);
        rt_lease_renew(&t->lease, sizeof(struct alog_instance));
        rt_sampler_write(g);
        rt_unlock(&held);
    }
    if (g->is_inner) {
        rt_record_arm(r, draw_gap(t, r));
        return true;
    }
    r->phase = RT_SECOND;
    r->waits = 0;
    rt_record_arm(r, 0);
    return true;
}

/* 1: the start may be taken; 0: it was refused. */
static bool accept(struct rt_thread *t, struct rt_record *r, uint8_t *flags)
{
    struct rt_target *g = r->target;
    unsigned stale = g->rate == ALOG_RATE_AUTO ? g->halvings - r->drawn : 0;
    if (!stale)
        return true;
    *flags |= ALOG_I_STALE;
    if (!(rt_rng_next(&t->rng) & (((uint64_t)1 << stale) - 1)))
        return true;
    g->refused_stale++;
    return false;
}

/* The probability is halved for the budget, while more pairs than a few stand for the run evenly; false: there are no more. */
static bool lower(struct rt_thread *t, struct rt_target *g)
{
    struct rt_held held;
    if (g->rate != ALOG_RATE_AUTO || g->is_inner || rt_pairs_even(g) <= rt_budget_few(g) || !rt_lock(&held, RT_WAIT_SHORT))
        return false;
    bool can = rt_pairs_even(g) > rt_budget_few(g);
    if (can) {
        rt_pairs_halve(t, g);
        rt_sampler_write(g);
    }
    rt_unlock(&held);
    return can;
}

/* The pair cannot be paid.  The starts are refused that come until it probably can; they are counted as many as
 * there would be. */
static void refuse(struct rt_thread *t, struct rt_record *r, enum rt_pay pay)
{
    struct rt_target *g = r->target;
    int64_t wait = rt_budget_wait(t, r, pay);
    r->refused = true;
    g->has_waited |= pay == RT_FAST;
    g->refused_budget += 1 + (uint64_t)((double)wait / (double)period_at(g, g->halvings));
    rt_record_arm(r, wait + draw_gap(t, r));
}

/* May the pair start, as far as the budget goes?  Else it was refused. */
static bool can_pay(struct rt_thread *t, struct rt_record *r, bool first)
{
    struct rt_target *g = r->target;
    enum rt_pay pay = rt_budget_start(t, r, first);
    unsigned lowered = 0;
    /* What there is not enough for now costs as much at any probability. */
    while (pay != RT_PAID && lowered < (pay == RT_DEAR ? 1 : MOST_LOWERED) && lower(t, g)) {
        lowered++;
        pay = rt_budget_again(t, r);
    }
    if (lowered && rt_rng_next(&t->rng) & (((uint64_t)1 << lowered) - 1)) {
        g->refused_stale++;
        r->refused = true;
        rt_record_arm(r, draw_gap(t, r));
        return false;
    }
    /* Who asked for a rate gets it while it can be paid. */
    if (pay == RT_PAID || (pay == RT_FAST && g->rate != ALOG_RATE_AUTO))
        return true;
    refuse(t, r, pay);
    return false;
}

static int begin_start(struct rt_thread *t, struct rt_record *r, uint8_t flags, bool can_trace)
{
    /* A process has one free pair of a target, and not one a run. */
    bool is_first = flags & ALOG_I_FIRST_PAIR && !r->target->costs->was_tried;
    if (can_trace && !can_pay(t, r, is_first))
        return 0;
    if (can_trace && take_start(t, r, flags))
        return 1;
    r->untraced_starts++;
    rt_record_arm(r, draw_gap(t, r));
    return 0;
}

/* The pair's first instance is still open, and this one no outermost one: the
 * second is the next that comes after it.  A stack that is left for long does
 * not keep others in slow paths. */
static bool wait_for_end(struct rt_record *r)
{
    if (r->waits == MOST_WAITS)
        return false;
    r->waits++;
    rt_record_arm(r, 0);
    return true;
}

/* When to look again at a target that is not sampled for now: about once a tick
 * of the clock (1 to 10 ms), and each time at one that is rarer.  Targets that
 * share a slot have each other's gap. */
#define MOST_IDLE 22

int64_t rt_idle_gap(const struct algoprof_hot *hot)
{
    static struct {
        _Atomic uint64_t seen;
        _Atomic uint8_t shift;
    } slot[256] RT_LARGE;
    unsigned i = (unsigned)(alog_line_hash((uint64_t)(uintptr_t)hot) & 255);
    uint64_t now = rt_clock_ns(CLOCK_MONOTONIC_COARSE);
    uint8_t shift = slot[i].shift;
    if (now != slot[i].seen)
        shift = shift > 2 ? (uint8_t)(shift - 2) : 0;
    else if (shift < MOST_IDLE)
        shift++;
    slot[i].seen = now;
    slot[i].shift = shift;
    return ((int64_t)1 << shift) - 1;
}

int rt_sample(struct rt_thread *t, struct rt_record *r, uint8_t *place, enum rt_can can)
{
    bool can_trace = can == RT_CAN;
    struct rt_target *g = r->target;
    uint8_t flags = 0;
    *place = 0;
    r->refused = false;
    if (g->stopped) {
        r->phase = RT_REST;
        rt_record_arm(r, REST_GAP);
        return 0;
    }
    if (rt_paused) {
        if (r->phase != RT_NEW)
            r->phase = RT_IDLE;
        rt_record_arm(r, rt_idle_gap(r->hot));
        return 0;
    }
    if (r->phase == RT_NEW || r->phase == RT_IDLE) {
        if (r->phase == RT_NEW && can_trace && !atomic_exchange(&g->first_taken, true))
            return begin_start(t, r, ALOG_I_FIRST_PAIR, true);
        int64_t gap = draw_gap(t, r);
        if (gap) {
            rt_record_arm(r, gap - 1);
            return 0;
        }
        return begin_start(t, r, 0, can_trace);
    }
    if (r->phase == RT_SECOND) {
        *place = 1;
        if (can == RT_NESTED && wait_for_end(r))
            return 0;
        if (can_trace && !rt_budget_second(t, r)) {
            refuse(t, r, RT_DEAR);
            return 0;
        }
        rt_record_arm(r, draw_gap(t, r));
        return can_trace;
    }
    if (!accept(t, r, &flags)) {
        rt_record_arm(r, draw_gap(t, r));
        return 0;
    }
    return begin_start(t, r, flags, can_trace);
}

void rt_sample_failed(struct rt_thread *t, struct rt_record *r)
{
    r->untraced_starts++;
    rt_record_arm(r, draw_gap(t, r));
}
