/* SPDX-License-Identifier: MIT
 * A thread with one target, under a budget, by clocks that the test sets: for tests of budget/start_or_leave.c. */
#ifndef TEST_METER_H
#define TEST_METER_H

#include "base/clock.h"
#include "base/options.h"
#include "core/thread.h"
#include "budget/allowance.h"
#include "budget/start_or_leave.h"
#include "budget/target_shares.h"
#include "budget/expected_price.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include "trace/instance.h"
#include "recursion/chain.h"
#include "budget/prices.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct rt_options rt_options;
__thread struct rt_tls rt_tls;
static struct rt_thread thread;
static struct rt_target target;
static struct rt_record record;
static struct algoprof_hot hot;
static struct rt_instance instance[2];
static uint64_t wall, cpu, spin;        /* ns; cpu 0: it cannot be told; between two looks at the wall's clock */
static unsigned looks;          /* at the thread's clock */
static uint64_t calls, longest = 1;     /* of the open chain */

bool rt_clock(clockid_t clock, struct timespec *now)
{
    uint64_t ns = clock == CLOCK_THREAD_CPUTIME_ID ? cpu : (wall += spin) + cpu;
    looks += clock == CLOCK_THREAD_CPUTIME_ID;
    *now = (struct timespec){ (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
    return ns;
}

uint64_t rt_chain_calls(const struct rt_chain *chain, uint64_t *length)
{
    (void)chain;
    *length = longest;
    return calls;
}

static int begin(void **state)
{
    (void)state;
    rt_options.budget_ppm = 10000;
    rt_budget_forget();
    thread = (struct rt_thread){ .stack = instance };
    target = (struct rt_target){ .rate = ALOG_RATE_AUTO, .costs = &target.own_costs };
    hot = (struct algoprof_hot){ .countdown = 0 };
    record = (struct rt_record){ .target = &target, .hot = &hot };
    rt_tls.work = rt_tls.whole_words = rt_tls.ranges = 0;
    wall = 10000000000;
    cpu = 100000000;
    spin = looks = 0;
    return 0;
}

static void push(void)
{
    instance[thread.depth] = (struct rt_instance){ .record = &record };
    thread.depth++;
    rt_budget_begun(&thread, &instance[thread.depth - 1]);
}

static void pop(uint64_t cost)
{
    struct rt_instance *in = &instance[--thread.depth];
    rt_price_ended(&thread, in);
    rt_budget_ended(&thread, in, cost);
}

#endif
