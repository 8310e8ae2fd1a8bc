/* SPDX-License-Identifier: MIT
 *
 * The price of tracing: what the runtime does beside the program, by what was counted of it.  No clock is looked at,
 * so that neither the program's own work in a traced instance is charged, nor a wait for the processor.
 *
 * The prices are those of docs/cost.md's machine.  How fast this one is is measured in the process, again and again: by
 * a loop of known length, of which the least of the last times holds.  The loop does what tracing does most, so that
 * another program on the same core makes both slower by about as much. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "cells/cells.h"
#include "core/thread.h"
#include "recursion/chain.h"
#include "budget/prices.h"
#include "trace/instance.h"
#include <time.h>

/* ns */
#define FIXED_NS 420.0          /* an instance's begin and end */
#define COLD_NS 4000.0          /* a target's first: pages of the copied code and of the runtime */
#define WORD_NS 3.5             /* an access that is told by itself */
#define SKIPPED_NS 7.0          /* likewise, where its line is thinned out */
#define RANGE_NS 22.0           /* one that stays whole, or a loop's end at which it is told */
#define VISIT_NS 60.0           /* a slow path: the registers are saved */
#define COMPARED_NS 38.0        /* a call that compares two short strings, but for their words */
#define STEP_NS 6.0             /* a line or an element there */
#define CALL_NS 18.0            /* of a traced recursion */
#define LENGTH_NS 40.0          /* a call of its longest chain: its size, found room for, sorted, written */
#define WRITE_NS 3000.0         /* a step of the log into its file: system calls, some pages */
#define LINE_NS 8.0             /* of an instance's set: found room for, sorted, written */
#define NEAR_LINES 12288u       /* so many are in a cache */
#define FAR_LINE_NS 16.0        /* each behind these */
#define KEPT_LINES ((RT_FIRST_SLOTS << (RT_CLEAN_CLASSES - 1)) / 3 * 2)     /* so many are in an area that is kept */
#define NEW_LINE_NS 120.0       /* each behind these, which new memory is needed for each time */
#define GROWTH_NS 40.0          /* of a table that grows, most of it for new memory: what a clock does not tell */
#define SMALL_LINES ((RT_FIRST_SLOTS << (RT_CLOCKED_CLASS - 1)) / 4 * 3)        /* more are in a table whose growth it tells */

#define LOOK_ACCESSES 512u      /* of a look at the machine's speed */
#define LOOK_LINES 32u
#define LOOK_SLOTS 64u
#define LOOK_NS 900.0           /* it takes there */
#define LOOKS 4u                /* the least of so many holds */
#define LOOK_EVERY_NS 100000.0  /* of tracing */

/* Who calibrates may do it while others charge. */
static _Atomic double factor = 1, next_look_ns;
static _Atomic uint64_t took_ns[LOOKS];         /* the last looks; 0: none */
static _Atomic unsigned looks;
static _Atomic double line_grown_ns;            /* of a line, when a large table grew last; 0: none did */

/* Accesses to a few lines, each looked up in a table as an instance's are; but no branch depends on what is found, or
 * whether the processor foresees it would be measured. */
__attribute__((noinline, aligned(64))) static uint64_t look_up_lines(struct rt_line *slot, uint64_t first)
{
    uint64_t fresh = 0;
    for (unsigned i = 0; i < LOOK_ACCESSES; i++) {
        uint64_t key = first + i * 5 % LOOK_LINES;
        struct rt_line *s = &slot[key * 0x9e3779b97f4a7c15u >> 58];
        uint64_t mask = (uint64_t)0xf << i % 64 & ~s->write_first;
        fresh += (s->key != key) + (mask != 0);
        s->key = key;
        s->read_first |= mask;
    }
    return fresh;
}

static uint64_t least_ns(void)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < LOOKS; i++) {
        uint64_t ns = took_ns[i];
        least = ns && ns < least ? ns : least;
    }
    return least;
}

/* Threads that do it at once may each lose the other's look. */
void rt_price_calibrate(double traced_ns)
{
    if (looks >= LOOKS && traced_ns < next_look_ns)
        return;
    next_look_ns = traced_ns + LOOK_EVERY_NS;
    struct rt_line slot[LOOK_SLOTS] = { { 0 } };
    uint64_t before = rt_clock_ns(CLOCK_MONOTONIC);
    volatile uint64_t end = look_up_lines(slot, before >> 6);
    (void)end;
    uint64_t took = rt_clock_ns(CLOCK_MONOTONIC) - before;
    if (!before || !took)
        return;
    took_ns[looks++ % LOOKS] = took;
    double f = (double)least_ns() / LOOK_NS;
    factor = f < 0.3 ? 0.3 : f > 4 ? 4 : f;
}

/* By the prices above. */
static double all_ns(const struct rt_thread *t)
{
    const struct rt_done *d = &t->done;
    int64_t words = (int64_t)(d->words + rt_tls.work - rt_tls.whole_words);
    return (double)(words > 0 ? words : 0) * WORD_NS + (double)rt_tls.ranges * RANGE_NS + (double)rt_tls.skipped * SKIPPED_NS
           + (double)d->visits * VISIT_NS
           + (double)d->compared * COMPARED_NS + (double)d->steps * STEP_NS + (double)d->calls * CALL_NS + (double)d->writes * WRITE_NS + d->fixed_ns;
}

static void note_growth(struct rt_thread *t, struct rt_instance *in)
{
    uint32_t more = in->table.grown_ns - in->priced_grown_ns;
    if (!more)
        return;
    t->done.grown_ns += more;
    in->priced_grown_ns = in->table.grown_ns;
    line_grown_ns = more / (double)(in->table.used + 1);
}

uint64_t rt_price_take(struct rt_thread *t)
{
    double f = factor, due = (all_ns(t) - t->done.charged_ns) * f;
    uint64_t whole = due > 0 ? (uint64_t)due : 0;
    t->done.charged_ns += (double)whole / f;
    for (uint32_t i = 0; i < t->depth; i++)
        note_growth(t, &t->stack[i]);
    whole += t->done.grown_ns;
    t->done.grown_ns = 0;
    return whole;
}

static double lines_ns(uint64_t lines)
{
    uint64_t near = lines < NEAR_LINES ? lines : NEAR_LINES, kept = lines < KEPT_LINES ? lines : KEPT_LINES;
    return (double)near * LINE_NS + (double)(kept - near) * FAR_LINE_NS + (double)(lines - kept) * NEW_LINE_NS;
}

double rt_price_lines(uint64_t lines)
{
    return factor * lines_ns(lines);
}

double rt_price_thinned(uint64_t words)
{
    return factor * (double)words * WORD_NS;
}

double rt_price_growth(uint64_t lines)
{
    double seen = line_grown_ns, price = factor * GROWTH_NS;
    return (double)lines * (seen > price ? seen : price);
}

double rt_price_fixed(void)
{
    return factor * FIXED_NS;
}

double rt_price_here(double ns)
{
    return factor * ns;
}

void rt_price_begun(struct rt_thread *t, bool is_cold)
{
    t->done.fixed_ns += is_cold ? FIXED_NS + COLD_NS : FIXED_NS;
}

/* Of the instance's table, without what the clock told; there. */
static double growth_ns(const struct rt_instance *in)
{
    double lines = in->table.used < SMALL_LINES ? in->table.used : SMALL_LINES;
    return in->table.class > in->first_class ? lines * GROWTH_NS : 0;
}

double rt_price_once(const struct rt_instance *in, uint32_t writes, bool is_cold)
{
    return factor * (writes * WRITE_NS + (is_cold ? COLD_NS : 0) + growth_ns(in)) + in->table.grown_ns;
}

void rt_price_polled(struct rt_thread *t, uint64_t units)
{
    struct rt_instance *in = &t->stack[t->depth - 1];
    if (!in->chain)
        return;
    t->done.calls += units;
    in->priced_calls += units;
}

void rt_price_ended(struct rt_thread *t, struct rt_instance *in)
{
    if (!rt_options.budget_ppm)
        return;
    uint64_t longest = 0, calls = in->chain ? rt_chain_calls(in->chain, &longest) : 0;
    t->done.fixed_ns += lines_ns(in->table.used) + (double)longest * LENGTH_NS + growth_ns(in);
    note_growth(t, in);
    if (calls > in->priced_calls)
        t->done.calls += calls - in->priced_calls;
}

void rt_price_forget(void)
{
    looks = 0;
    next_look_ns = line_grown_ns = 0;
    for (unsigned i = 0; i < LOOKS; i++)
        took_ns[i] = 0;
    factor = 1;
}
