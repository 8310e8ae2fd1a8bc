/* SPDX-License-Identifier: MIT
 *
 * In place of budget/start_or_leave.c: no limit, but traced code is left at random moments,
 * at the first iteration or much later.  For tests that a program does not
 * change when an instance is left. */
#include "base/options.h"
#include "base/rng.h"
#include "core/thread.h"
#include "budget/start_or_leave.h"
#include "sample/target_on_thread.h"
#include "trace/instance.h"

#define MOST_FUEL 64u
#define SELDOM 4u               /* one in so many asks leaves */

static __thread struct rt_rng rng;
static __thread bool seeded;

static uint64_t draw(void)
{
    if (!seeded)
        rt_rng_seed(&rng, rt_options.seed.given ? rt_options.seed.value : (uint64_t)(uintptr_t)&rng);
    seeded = true;
    return rt_rng_next(&rng);
}

enum rt_pay rt_budget_start(struct rt_thread *t, struct rt_record *r, bool first)
{
    (void)t, (void)r, (void)first;
    return RT_PAID;
}

enum rt_pay rt_budget_again(struct rt_thread *t, struct rt_record *r)
{
    (void)t, (void)r;
    return RT_PAID;
}

uint64_t rt_budget_few(const struct rt_target *g)
{
    (void)g;
    return FEW_PAIRS;
}

void rt_budget_aside(struct rt_thread *t, struct rt_instance *in, double ns, double again_ns)
{
    (void)t, (void)in, (void)ns, (void)again_ns;
}

bool rt_budget_thin_now(struct rt_thread *t)
{
    (void)t;
    return false;
}

bool rt_budget_second(struct rt_thread *t, const struct rt_record *r)
{
    (void)t, (void)r;
    return true;
}

void rt_budget_begun(struct rt_thread *t, struct rt_instance *in)
{
    (void)t, (void)in;
}

void rt_budget_ended(struct rt_thread *t, const struct rt_instance *in, uint64_t cost)
{
    (void)t, (void)in, (void)cost;
}

void rt_budget_left(struct rt_thread *t)
{
    (void)t;
}

void rt_budget_closed(struct rt_thread *t, struct rt_record *r, uint64_t cost, uint64_t traced, bool known)
{
    (void)t, (void)r, (void)cost, (void)traced, (void)known;
}

bool rt_budget_polled(struct rt_thread *t)
{
    return rt_budget_outgrown(t);
}

bool rt_budget_outgrown(struct rt_thread *t)
{
    (void)t;
    return draw() % SELDOM == 0;
}

bool rt_budget_too_short(struct rt_thread *t, uint64_t ns)
{
    (void)t, (void)ns;
    return draw() % SELDOM == 0;
}

int64_t rt_budget_fuel(void)
{
    return (int64_t)(draw() % MOST_FUEL);
}

int64_t rt_budget_wait(const struct rt_thread *t, const struct rt_record *r, enum rt_pay pay)
{
    (void)t, (void)r, (void)pay;
    return 0;
}

void rt_budget_forget(void)
{
    seeded = false;
}

