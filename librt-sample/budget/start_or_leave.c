/* SPDX-License-Identifier: MIT
 *
 * ALGOPROF_BUDGET: the CPU time that tracing may add, of all threads together (budget/allowance.c).
 *
 * Two things are asked of a pair that is to start.  Can it be paid, with what others that have had less of their part claim
 * (budget/target_shares.c)?  And could all that are drawn until the
 * target has run twice as long, at the probability of now?  Of the allowance as much is released by then as makes it
 * last.  What is drawn beyond that
 * would be missing later, so the probability is halved (sample/sampler.c).  Of the pairs that are kept as many count here as
 * would be if all had been drawn at the probability of now: so many stand for the whole run evenly.  Where these are 32 or fewer, as the
 * first 64 instances may have brought, it is not halved: the next one waits until it is released, so that pairs lie at even steps of the
 * logarithm of time where they are dear; 48 are few then.  No target takes more than the others leave or, if that is more, its part.
 *
 * Instances of many lines are thinned (cells/cells.c) where whole ones can't be paid and there are few pairs for the length of
 * the run.  A target's first one, whose price nobody knows, is thinned on its way.
 *
 * An instance that outgrows what is saved is left: poll asks between iterations, and
 * trace/touch.c amid what one call tells. */
#include "budget/start_or_leave.h"
#include "base/alone.h"
#include "base/options.h"
#include "cells/cells.h"
#include "core/thread.h"
#include "budget/allowance.h"
#include "budget/target_shares.h"
#include "budget/expected_price.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include "trace/instance.h"
#include "budget/prices.h"
#include <math.h>

#define PATIENCE_NS (16 * RT_LOOK_NS)   /* more than a pair is saved after a refusal, or what it took would be all that is */
#define INNER_BURST 32              /* so many can be paid when they are looked for again */
#define LOOKS 8.0                   /* while its instances double, about */
#define LEAST_WAIT 64               /* instances */
#define LEAST_EACH_NS 0.1       /* between executions, whatever a clock says */
#define SINCE_NS 50000          /* to so much it is known when a target began */
#define POLLED 1024                 /* iterations of traced code, or lines, between looks at what it took */
#define FREE_PAIRS 2u           /* of an only target do not have to wait */
#define FIRST_INSTANCES 64u     /* of a target */
#define KEPT_BACK 0.25          /* of what is saved when an instance begins: it is left when no more than that is there */
#define KEPT_BACK_THINNED 0.4   /* likewise, of the first one, once it is thinned */
#define FIRST_WHOLE 0.3         /* of what a target's first instance may take, before it is thinned */
#define KEPT_BACK_SECOND 0.05   /* likewise of the second of a pair, without which the first is worth little */
#define MARGIN 1.25             /* what is to be saved for a pair, over its price, which is that of other ones */
#define MOST_OF_FIRST 0.25      /* of what is saved, for an instance of a first pair while more targets are expected */
#define LEAST_REST 2.0          /* or what is saved would go into one like it after the other */
#define MOST_REST 32.0          /* of few iterations that were traced, fewer than POLLED, the first ones may have been the dear ones */
#define DEAR_LINES 2048u        /* instances with fewer are not thinned */
#define BEHIND 1.0              /* pairs for each time that the run's length has doubled: with fewer dear ones are thinned */
#define LEAST_GROWTH 2048u      /* lines of a table whose growth has a price of its own */

/* Then all other loops may be targets, too. */
static bool is_by_command(const struct rt_record *r)
{
    return r->site && r->site->flags & ALGOPROF_S_COMMAND;
}

/* ---- may a pair start? ---- */

/* Of all instances of the target that share is traced, where pairs start so likely: a pair and the gap
 * before it. */
static double traced_share(const struct rt_target *g)
{
    double p = 1 / (double)((uint64_t)1 << g->halvings);
    return 2 * p / (1 + p);
}

/* What the target may have taken by the time that it has run twice as long; *step: of that what the
 * doubling brings.  unseen: CPU time that the program may have had since it was looked. */
static double may_take(const struct rt_target *g, double unseen, double *step)
{
    double told = rt_account_told_ns(), own = (double)g->costs->spent_ns, others = told > own ? told - own : 0;
    double plain = rt_account_plain_ns() + unseen, since = (double)g->costs->since_ns, later = plain > since ? 2 * plain - since : plain;
    double share = rt_claims_share(g);
    double to_come = rt_claims_to_come();
    double now = rt_account_released(plain, since, to_come), then = rt_account_released(later, since, to_come);
    double most = now > 0 ? then - others * then / now : 0, part = then * share;
    *step = (then - now) * share;
    return most < part ? part : most;
}

/* Of a target that has few instances so far all are to be traced, if half of its part of what is saved pays that. */
static bool is_cheap_and_new(const struct rt_target *g, double cost)
{
    double part = rt_account_saved() / rt_claims_targets();
    return g->costs->instances < FIRST_INSTANCES && (double)g->costs->spent_ns + cost < part / 2;
}

/* Where threads run side by side those that come first would have all of them. */
uint64_t rt_budget_few(const struct rt_target *g)
{
    return g->has_waited && !rt_account_has_threads() ? FEW_WAITED : FEW_PAIRS;
}

/* Would the pairs that are drawn until the run is twice as long take too much?  Of few pairs each is worth its
 * own look: they come when they can be paid, at even steps of the logarithm of time. */
static bool is_fast(const struct rt_target *g, double cost, double unseen)
{
    double step, most = may_take(g, unseen, &step), own = (double)g->costs->spent_ns;
    bool is_free = rt_pairs_even(g) < FREE_PAIRS && rt_claims_targets() == 1;
    if (is_free || is_cheap_and_new(g, cost))
        return false;
    if (rt_pairs_even(g) <= rt_budget_few(g))
        return own + cost > most;
    double left = most > own + step ? most - own : step;
    return traced_share(g) * rt_expect_all_ns(g) > left;
}

/* More than that is there for those who have had less. */
static bool has(const struct rt_target *g, double ns)
{
    return rt_account_saved() >= ns + rt_claims_before(g, rt_account_plain_ns());
}

/* If it is not more than its part of what is released when the target has run twice as long. */
static void claim(const struct rt_target *g, double ns)
{
    double step, most = may_take(g, 0, &step);
    if (!g->is_inner && (double)g->costs->spent_ns + ns <= most)
        rt_claims_make(g, ns, rt_account_plain_ns());
}

/* Has an instance so many lines that it would take much less if it were thinned? */
static bool is_dear(const struct rt_record *r)
{
    return !r->target->is_inner && !r->recursion && r->target->costs->last_lines >= DEAR_LINES;
}

/* Are there so few pairs that the next one's instances are thinned if whole ones, of that price, can't be paid?  Of what comes back
 * thinned ones say as much, but not in which order lines lie. */
static bool is_to_thin(const struct rt_record *r, double whole)
{
    if (!is_dear(r) || (has(r->target, MARGIN * whole) && !rt_expect_is_unsure(r)))
        return false;
    double doublings = rt_account_doublings(rt_account_plain_ns(), (double)r->target->costs->since_ns);
    return (double)rt_pairs_even(r->target) < BEHIND * doublings;
}

/* Of the next pair, whose instances may be thinned. */
static double price_of_pair(const struct rt_record *r, bool *thins)
{
    double whole = 2 * rt_expect_ns(r);
    *thins = is_to_thin(r, whole);
    return *thins ? 2 * rt_expect_thinned_ns(r) : whole;
}

/* As far as it is known; looked: the CPU time is of now.  A look costs as much as a short instance: no look is made that cannot
 * change the answer, whatever of the time on the wall was CPU time. */
static enum rt_pay ask(struct rt_thread *t, struct rt_record *r, bool *looked)
{
    double cost = price_of_pair(r, &r->thins), needed = MARGIN * cost;
    if (!has(r->target, needed)) {
        if (!*looked && has(r->target, needed - rt_account_income(rt_account_unseen_ns(t))))
            rt_account_look(t);
        *looked = true;
        if (!has(r->target, needed)) {
            claim(r->target, needed);
            return RT_DEAR;
        }
    }
    rt_claims_met(r->target);
    if (r->target->is_inner || !is_fast(r->target, cost, 0))
        return RT_PAID;
    double unseen = *looked ? 0 : rt_account_unseen_ns(t);
    if (*looked || (unseen < INFINITY && is_fast(r->target, cost, unseen)))
        return RT_FAST;
    rt_account_look(t);
    *looked = true;
    return is_fast(r->target, cost, 0) ? RT_FAST : RT_PAID;
}

/* What the first instance of a target takes is not known: it is tried while there is anything, by one thread. */
static enum rt_pay try_or_ask(struct rt_thread *t, struct rt_record *r, bool first)
{
    bool looked = false, tried = r->target->costs->was_tried;
    enum rt_pay pay = first && rt_account_saved() > 0 ? RT_PAID : ask(t, r, &looked);
    if (pay == RT_PAID && !tried && atomic_exchange(&r->target->costs->was_tried, true))
        return ask(t, r, &looked);
    return pay;
}

enum rt_pay rt_budget_start(struct rt_thread *t, struct rt_record *r, bool first)
{
    if (!rt_options.budget_ppm)
        return RT_PAID;
    rt_account_settle(t);
    rt_price_calibrate(rt_account_told_ns());
    rt_expect_hear(r);
    if (!r->target->costs->since_ns) {
        if (rt_account_unseen_ns(t) > SINCE_NS)
            rt_account_look(t);
        r->target->costs->since_ns = (uint64_t)rt_account_plain_ns() + 1;
        rt_claims_begin(rt_account_plain_ns(), is_by_command(r));
    }
    return try_or_ask(t, r, first);
}

enum rt_pay rt_budget_again(struct rt_thread *t, struct rt_record *r)
{
    bool looked = true;
    return ask(t, r, &looked);
}

bool rt_budget_second(struct rt_thread *t, const struct rt_record *r)
{
    double needed = (double)r->first_ns / (1 - KEPT_BACK_SECOND);
    if (!rt_options.budget_ppm)
        return true;
    if (r->first_was_left && (rt_claims_targets() > 1 || is_dear(r)))
        return false;           /* it would be worth little, and others wait, or thinned ones */
    if (rt_account_saved() >= needed)
        return true;
    rt_account_look(t);
    return rt_account_saved() >= needed;
}

/* Instances until so much more is released, at most until there are twice as many. */
static double until_released(const struct rt_record *r, double cost)
{
    double step, most = may_take(r->target, 0, &step), needed = (double)r->target->costs->spent_ns + cost - most;
    double instances = (double)r->instances + 1;
    return needed <= 0 ? 0 : needed < step ? instances * needed / step : instances;
}

int64_t rt_budget_wait(const struct rt_thread *t, const struct rt_record *r, enum rt_pay pay)
{
    /* Inner instances are small: a refusal costs as much as one. */
    bool thins;
    double cost = price_of_pair(r, &thins), needed = r->target->is_inner ? INNER_BURST * rt_expect_ns(r) : MARGIN * cost + PATIENCE_NS;
    double each = (double)(t->cpu_ns - r->since_ns) / ((double)r->instances + 1);
    double lacks = needed + rt_claims_before(r->target, rt_account_plain_ns()) - rt_account_saved();
    double wait = lacks * 1e6 / rt_options.budget_ppm / (each + LEAST_EACH_NS);
    /* The program may change, or end, and they are counted as if they came: look again before long.  A killed
       process's log tells of those before the last look. */
    double often = LOOKS * rt_claims_first();       /* of many targets each looks seldom, or that would take all */
    double most = (double)r->instances / (often < 1 ? 1 : often) + LEAST_WAIT / rt_claims_first();
    if (pay == RT_FAST)
        wait = until_released(r, cost);
    wait = wait <= 0 ? 0 : wait < most ? wait : most;
    rt_claims_wait(r->target, wait * each, rt_account_plain_ns());
    return (int64_t)wait;
}

/* ---- instances ---- */

/* Of what is saved, by an outermost instance.  The first pair of a target was not asked for its price: of several targets it leaves
 * what is not released yet to those that are to come, unless that would be nearly all. */
static uint64_t to_keep_back(const struct rt_instance *in)
{
    double now = rt_account_saved(), most = now * (1 - (in->place ? KEPT_BACK_SECOND : KEPT_BACK));
    if (now <= 0)
        return 0;
    if (rt_claims_first() < 1 && in->flags & ALOG_I_FIRST_PAIR) {
        double plain = rt_account_plain_ns(), since = rt_claims_since_ns(), least = most * rt_claims_trial();
        double free = rt_account_released(2 * plain - since, since, rt_claims_to_come()) - rt_account_told_ns();
        if (is_by_command(in->record) && rt_claims_expects_more() && free > MOST_OF_FIRST * most)
            free = MOST_OF_FIRST * most;
        most = free > most ? most : free > least ? free : least;
    }
    return (uint64_t)(now - most);
}

/* Lines of an instance: of the innermost one the thread may have added some by itself. */
static uint64_t lines_of(const struct rt_thread *t, uint32_t i)
{
    uint64_t lines = t->stack[i].table.used;
    return i + 1 == t->depth && t->lent ? lines + (uint64_t)(t->lent - rt_tls.left - rt_tls.held) : lines;
}

/* What it took by itself. */
static uint64_t own_ns(const struct rt_thread *t, const struct rt_instance *in)
{
    uint64_t all = t->spent_ns - in->spent_before, inside = t->inside_ns - in->inside_before;
    return all > inside ? all - inside : 0;
}

void rt_budget_begun(struct rt_thread *t, struct rt_instance *in)
{
    if (!rt_options.budget_ppm)
        return;
    rt_account_settle(t);       /* of what is around it */
    in->writes_before = (uint32_t)t->done.writes;
    rt_price_begun(t, !in->record->target->costs->measured);
    in->spent_before = t->spent_ns;
    in->inside_before = t->inside_ns;
    in->again_ns = 0;
    if (t->depth == 1 || in[-1].left)
        t->kept_back = to_keep_back(in);
    t->thin_below = -INFINITY;
    if (in->flags & ALOG_I_FIRST_PAIR && t->depth == 1 && !in->place && !in->chain)
        t->thin_below = rt_account_saved() - FIRST_WHOLE * (rt_account_saved() - t->kept_back);
}

/* A target's first instance has taken FIRST_WHOLE of what it may, and has many lines.  What it took until then says what a whole one
 * takes. */
bool rt_budget_thin_now(struct rt_thread *t)
{
    struct rt_instance *in = &t->stack[t->depth - 1];
    if (!rt_options.budget_ppm || t->depth != 1 || rt_account_saved() >= t->thin_below || lines_of(t, 0) < DEAR_LINES)
        return false;
    double began = (t->thin_below - FIRST_WHOLE * t->kept_back) / (1 - FIRST_WHOLE);
    t->kept_back = began * KEPT_BACK_THINNED > t->kept_back ? began * KEPT_BACK_THINNED : t->kept_back;
    t->thin_below = -INFINITY;
    in->whole_ns = own_ns(t, in) + (uint64_t)rt_price_lines(lines_of(t, 0));
    in->whole_units = in->polled + 1;
    in->record->target->costs->last_lines = lines_of(t, 0);
    return true;
}

void rt_budget_aside(struct rt_thread *t, struct rt_instance *in, double ns, double again_ns)
{
    uint64_t once = (uint64_t)rt_price_here(ns - again_ns);
    if (!rt_options.budget_ppm)
        return;
    rt_add(&in->record->target->costs->spent_ns, once);
    in->spent_before += once;
    in->inside_before += once;
    t->inside_ns += once;
    in->again_ns = (uint32_t)rt_price_here(again_ns);
}

/* What one like it would take. */
static uint64_t without_once(const struct rt_thread *t, const struct rt_instance *in, uint64_t own)
{
    bool is_cold = !in->record->target->costs->measured;
    double once = rt_price_once(in, (uint32_t)t->done.writes - in->writes_before, is_cold), rest = (double)own - once;
    return (uint64_t)(rest > rt_price_fixed() ? rest : rt_price_fixed());
}

/* Of an instance that was left: what the whole one would have taken, over what it took. */
static double rest_of(uint64_t cost, uint64_t traced)
{
    double ratio = traced ? (double)cost / (double)traced : LEAST_REST;
    return ratio < LEAST_REST ? LEAST_REST : ratio < MOST_REST || traced >= POLLED ? ratio : MOST_REST;
}

/* What is learnt of thinned instances; of the first one, which was thinned on its way, what a whole one would have taken. */
static void expect_thinned(const struct rt_instance *in, uint64_t *own, uint64_t cost)
{
    struct rt_record *r = in->record;
    bool known = r->thins;
    if (!known && in->table.used < DEAR_LINES && !in->whole_ns)
        return;
    uint64_t thinned = known ? *own : (uint64_t)rt_price_thinned(in->work);
    rt_expect_thinned(r->target, thinned, cost, known);
    if (!in->whole_ns)
        return;
    rt_expect_cut(r->target, (uint64_t)((double)in->whole_ns * rest_of(cost, in->whole_units)), cost);
    *own = thinned;
    r->thins = true;
}

void rt_budget_ended(struct rt_thread *t, const struct rt_instance *in, uint64_t cost)
{
    if (!rt_options.budget_ppm)
        return;
    rt_account_settle(t);
    uint64_t own = own_ns(t, in);
    t->inside_ns = in->inside_before + t->spent_ns - in->spent_before;
    rt_add(&in->record->target->costs->spent_ns, own);
    own = without_once(t, in, own);
    expect_thinned(in, &own, cost);
    if (!in->record->thins)
        rt_expect_whole(in->record->target, own, in->again_ns, cost, in->table.used);
    if (!in->place) {
        in->record->first_ns = own;
        in->record->first_was_left = false;
    } else if (rt_account_is_old())
        rt_account_look(t);
}

static const struct rt_instance *outermost(const struct rt_thread *t)
{
    uint32_t i = t->depth - 1;
    while (i && !t->stack[i - 1].left)
        i--;
    return &t->stack[i];
}

static double open_lines_ns(const struct rt_thread *t)
{
    double ns = 0;
    for (uint32_t i = t->depth; i && !t->stack[i - 1].left; i--)
        ns += rt_price_lines(lines_of(t, i - 1));
    return ns;
}

/* What the open instances take when they are left now.  Each line that is known is sorted and written, for each
 * of them.  The calls of a recursion that are open then return through traced code, what is known of them is
 * sorted and written, its memory goes, and the calls to come are counted one by one: two thirds of
 * what it took (bench/adversaries.c). */
static double end_ns(const struct rt_thread *t)
{
    const struct rt_instance *out = outermost(t);
    double calls = out->record->recursion ? (double)(t->spent_ns - out->spent_before) * 2 / 3 : 0;
    return calls + open_lines_ns(t);
}

/* Each of the open instances took a part of it by itself. */
void rt_budget_left(struct rt_thread *t)
{
    uint64_t within = 0;
    if (!rt_options.budget_ppm)
        return;
    rt_account_settle(t);
    for (uint32_t i = t->depth; i && !t->stack[i - 1].left; i--) {
        const struct rt_instance *in = &t->stack[i - 1];
        uint64_t all = own_ns(t, in);
        in->record->left_ns = all - within + (uint64_t)rt_price_lines(lines_of(t, i - 1)) + 1;
        in->record->left_words = in->work;
        in->record->target->costs->last_lines = lines_of(t, i - 1) << in->table.thin;
        within = all;
    }
}

void rt_budget_closed(struct rt_thread *t, struct rt_record *r, uint64_t cost, uint64_t traced, bool known)
{
    if (!rt_options.budget_ppm)
        return;
    rt_account_settle(t);
    if (!r->left_ns)
        return;
    r->first_ns = known ? r->left_ns : (uint64_t)((double)r->left_ns * rest_of(cost, traced));
    rt_add(&r->target->costs->spent_ns, r->left_ns);
    r->first_was_left = true;
    double thinned = rt_price_thinned(r->left_words) * (double)r->first_ns / (double)r->left_ns;
    rt_expect_thinned(r->target, r->thins ? r->first_ns : (uint64_t)thinned, cost, r->thins);
    if (!r->thins)
        rt_expect_cut(r->target, r->first_ns, cost);
    r->left_ns = 0;
}

/* That the innermost table grows, if it does before long and is a large one. */
static double growth_ns(const struct rt_thread *t)
{
    const struct rt_instance *in = &t->stack[t->depth - 1];
    uint64_t lines = lines_of(t, t->depth - 1), most = rt_table_most(&in->table);
    bool near = lines >= LEAST_GROWTH && most <= lines + RT_NEAR_GROWTH && !rt_expect_room(in->record->target, lines, most);
    return near ? rt_price_growth(lines) : 0;
}

/* Is there so much, and what is kept back of what there was when the outermost one began? */
static bool can_go_on(const struct rt_thread *t, double ns)
{
    return rt_account_saved() - t->kept_back >= ns + end_ns(t) + growth_ns(t);
}

bool rt_budget_too_short(struct rt_thread *t, uint64_t ns)
{
    if (!rt_options.budget_ppm || t->stack[t->depth - 1].left)
        return false;
    rt_account_settle(t);
    if (can_go_on(t, (double)ns))
        return false;
    rt_account_look(t);
    return !can_go_on(t, (double)ns);
}

bool rt_budget_outgrown(struct rt_thread *t)
{
    return rt_budget_too_short(t, 0);
}

bool rt_budget_polled(struct rt_thread *t)
{
    if (!rt_options.budget_ppm)
        return false;
    rt_price_polled(t, POLLED);
    t->stack[t->depth - 1].polled += POLLED;
    return rt_budget_outgrown(t);
}

int64_t rt_budget_fuel(void)
{
    return rt_options.budget_ppm ? POLLED : RT_NEVER;
}

void rt_budget_forget(void)
{
    rt_account_forget();
    rt_price_forget();
    rt_claims_forget();
}
