/* SPDX-License-Identifier: MIT
 *
 * The budget's clocks (rt_budget.c), which the test sets: what traced instances cost
 * is at most what any of them says, and known where one of them fails. */
#include "rt.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct rt_options rt_options;
static struct rt_thread thread;
static struct rt_target target;
static struct rt_record record;
static struct rt_instance instance;
static uint64_t wall, cpu;      /* ns; cpu 0: it cannot be told */

bool rt_clock(clockid_t clock, struct timespec *now)
{
    uint64_t ns = clock == CLOCK_MONOTONIC ? wall : cpu;
    *now = (struct timespec){ (time_t)(ns / 1000000000), (long)(ns % 1000000000) };
    return ns;
}

static int begin(void **state)
{
    (void)state;
    rt_options.budget_ppm = 10000;
    rt_budget_forget();
    thread = (struct rt_thread){ .stack = &instance };
    instance = (struct rt_instance){ .record = &record };
    target = (struct rt_target){ .rate = ALOG_RATE_AUTO };
    record = (struct rt_record){ .target = &target };
    wall = 10000000000;
    cpu = 100000000;
    return 0;
}

static void pass(uint64_t ns, uint64_t of_thread)
{
    wall += ns;
    cpu += of_thread;
}

static uint64_t told(void)
{
    uint64_t traced, process;
    rt_budget_told(&traced, &process);
    return traced;
}

static void wall_clock(void **state)
{
    (void)state;
    assert_true(rt_budget_start(&thread, &record, true));
    rt_budget_ended(&thread, &record, 0, 1);
    assert_true(rt_budget_start(&thread, &record, false));
    uint64_t before = told();
    pass(50000, 40000);
    rt_budget_ended(&thread, &record, 0, 1);
    assert_in_range(told() - before, 50000, 52000);
}

/* The thread waited. */
static void long_instance(void **state)
{
    (void)state;
    assert_true(rt_budget_start(&thread, &record, true));
    rt_budget_ended(&thread, &record, 0, 1);
    assert_true(rt_budget_start(&thread, &record, false));
    uint64_t before = told();
    pass(50000000, 150000);
    rt_budget_ended(&thread, &record, 0, 1);
    assert_in_range(told() - before, 150000, 152000);
}

/* As under a filter of system calls that nobody told of. */
static void clock_fails(void **state)
{
    (void)state;
    assert_true(rt_budget_start(&thread, &record, true));
    wall += 150000;
    cpu = 0;
    rt_budget_ended(&thread, &record, 0, 1);
    assert_in_range(told(), 150000, 152000);
}

/* What traced code may take is bounded then, too. */
static void clock_fails_inside(void **state)
{
    (void)state;
    assert_true(rt_budget_start(&thread, &record, true));
    rt_budget_open(&thread);
    thread.depth = 1;
    pass(1000000, 1000000);
    assert_false(rt_budget_outgrown(&thread));
    cpu = 0;
    unsigned more = 0;
    while (more < 1000 && !rt_budget_outgrown(&thread)) {
        wall += 1000000;
        more++;
    }
    assert_in_range(more, 1, 5);
    rt_budget_left(&thread);
    assert_in_range(told(), 2000000, 10000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(wall_clock, begin),
        cmocka_unit_test_setup(long_instance, begin),
        cmocka_unit_test_setup(clock_fails, begin),
        cmocka_unit_test_setup(clock_fails_inside, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
