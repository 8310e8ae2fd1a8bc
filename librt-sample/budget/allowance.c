/* SPDX-License-Identifier: MIT
 *
 * What tracing may still take:
 *
 *     saved = 2 ms + budget * (CPU time - spent) - spent
 *
 * spent is what starts and ends of the process and its threads took, and what tracing added: its price by what
 * was done (budget/prices.c), charged as it comes.  What the program itself does in a traced instance is its own.
 * Of the allowance, the 2 ms, as much is released by a time as makes it last: an eighth at once and an eighth more each time
 * that this time doubles, from 0.5 ms on. */
#include "budget/allowance.h"
#include "base/alone.h"
#include "base/clock.h"
#include "base/options.h"
#include "core/thread.h"
#include "budget/prices.h"
#include <math.h>
#include <time.h>

#define ALLOWANCE_NS 2000000        /* of the process, and so of its first pair */
#define THREADS_NS (ALLOWANCE_NS / 4)   /* of it, for threads besides the first */
#define RELEASES 8.0            /* in so many parts */
#define FIRST_RELEASES 1.0      /* of them at once */
#define RELEASE_US 500u         /* the next one is there */
#define LONG_NS 10e6            /* without a look: what is thought of waits is too old */
#define TELL_MS 1000u           /* the log knows the CPU time at least as new as that */

static _Atomic uint64_t cpu_ns, spent_ns;
static _Atomic uint64_t kept_ns;        /* of spent_ns, for threads that are to come */
static _Atomic bool has_threads;
static _Atomic uint64_t told_ns;        /* of spent_ns: by tracing */
static _Atomic uint64_t looked_ms;

static void spend(struct rt_thread *t, uint64_t ns)
{
    t->spent_ns += ns;
    rt_add(&spent_ns, ns);
    rt_add(&told_ns, ns);
}

void rt_account_settle(struct rt_thread *t)
{
    uint64_t ns = rt_price_take(t);
    if (ns)
        spend(t, ns);
}

void rt_account_look(struct rt_thread *t)
{
    uint64_t now = rt_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    t->looked_ns = rt_clock_ns(CLOCK_MONOTONIC);
    looked_ms = t->looked_ns / 1000000;
    spend(t, RT_LOOK_NS);
    if (now > t->cpu_ns) {
        rt_add(&cpu_ns, now - t->cpu_ns);
        t->cpu_ns = now;
    }
}

double rt_account_plain_ns(void)
{
    uint64_t spent = spent_ns, cpu = cpu_ns;
    return cpu > spent ? (double)(cpu - spent) : 0;
}

double rt_account_income(double plain)
{
    return plain * rt_options.budget_ppm / 1e6;
}

double rt_account_unseen_ns(struct rt_thread *t)
{
    uint64_t now = rt_clock_ns(CLOCK_MONOTONIC), looked = t->looked_ns;
    double unseen = now && looked && now >= looked ? (double)(now - looked) : INFINITY;
    spend(t, RT_WALL_NS);
    return unseen < LONG_NS ? unseen : INFINITY;
}

double rt_account_saved(void)
{
    return ALLOWANCE_NS + rt_account_income(rt_account_plain_ns()) - (double)spent_ns;
}

/* log2 (1 + x / 500), by a line between powers of two. */
static double doublings(double us)
{
    uint64_t x = (uint64_t)us + RELEASE_US;
    unsigned e = 63 - (unsigned)__builtin_clzll(x);
    double log2_of = e + ((double)x / (double)((uint64_t)1 << e) - 1);
    return log2_of - 8.965784;
}

double rt_account_doublings(double plain, double since)
{
    return doublings((plain > since ? plain - since : 0) / 1000);
}

/* Of what the starts left of the allowance, and of the budget. */
double rt_account_released(double plain, double since, double to_come)
{
    double starts = (double)spent_ns - (double)told_ns, allowance = starts < ALLOWANCE_NS ? ALLOWANCE_NS - starts : 0;
    double parts = FIRST_RELEASES + rt_account_doublings(plain, since);
    double part = parts < RELEASES ? parts / RELEASES : 1;
    double fade = part < 0.5 ? 1 : 2 * (1 - part);
    return allowance * part * (1 - to_come * fade) + rt_account_income(plain);
}

/* At most a quarter of the allowance: where all is slow and cold that has to be left for
 * samples, and logs whose counts are of today. */
void rt_account_started(uint64_t ns)
{
    rt_add(&spent_ns, 2 * ns < ALLOWANCE_NS / 4 ? 2 * ns : ALLOWANCE_NS / 4);
}

/* Who begins first would spend all of it, before the others are known. */
static void keep_for_threads(void)
{
    if (atomic_exchange(&has_threads, true))
        return;
    rt_add(&spent_ns, THREADS_NS);
    kept_ns = THREADS_NS;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void rt_account_thread(uint64_t ns, bool is_main)
{
    if (!is_main)
        keep_for_threads();
    uint64_t kept = kept_ns;
    while (kept && !atomic_compare_exchange_weak(&kept_ns, &kept, kept - smaller(kept, 2 * ns)))
        ;
    rt_add(&spent_ns, 2 * ns - smaller(kept, 2 * ns));
}

bool rt_account_has_threads(void)
{
    return has_threads;
}

bool rt_account_is_old(void)
{
    return rt_clock_ns(CLOCK_MONOTONIC_COARSE) / 1000000 > looked_ms + TELL_MS;
}

double rt_account_told_ns(void)
{
    return (double)told_ns;
}

void rt_account_seen(uint64_t *traced_ns, uint64_t *process_ns)
{
    *traced_ns = rt_options.budget_ppm ? told_ns : UINT64_MAX;
    *process_ns = cpu_ns;
}

void rt_account_forget(void)
{
    cpu_ns = spent_ns = told_ns = kept_ns = looked_ms = 0;
    has_threads = false;
}
