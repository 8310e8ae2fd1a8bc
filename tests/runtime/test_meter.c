/* SPDX-License-Identifier: MIT
 *
 * The budget's clocks (sample/budget.c), which the test sets: what traced instances cost
 * is at most what any of them says, and known where one of them fails. */
#include "rt.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct rt_options rt_options;
__thread struct rt_tls rt_tls;
static struct rt_thread thread;
static struct rt_target target;
static struct rt_record record;
static struct rt_instance instance;
static uint64_t wall, cpu;      /* ns; cpu 0: it cannot be told */
static unsigned looks;          /* at any clock */

bool rt_clock(clockid_t clock, struct timespec *now)
{
    uint64_t ns = clock == CLOCK_MONOTONIC ? wall : cpu;
    looks++;
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
    rt_budget_seen(&traced, &process);
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

/* A target's first instance pays for what is cold: the second of that pair tells the price. */
static void second_of_first_pair(void **state)
{
    (void)state;
    record.instances = 2;
    record.cost = 18;
    assert_true(rt_budget_start(&thread, &record, true));
    pass(100000, 100000);
    rt_budget_ended(&thread, &record, 0, 9);
    pass(1000000, 1000000);     /* the program's own */
    assert_true(rt_budget_second(&thread, &record));
    pass(2000, 2000);
    rt_budget_ended(&thread, &record, 1, 9);
    assert_in_range(told(), 102000, 104000);
    /* Of 3 ms, some 60 microseconds are left, of which twice what the first cost is no part. */
    for (int i = 0; i < 10; i++)
        rt_budget_begun(132000);
    rt_budget_begun(100000);
    assert_true(rt_budget_start(&thread, &record, false));
    rt_budget_release(&record);
    rt_budget_begun(50000);
    assert_false(rt_budget_start(&thread, &record, false));
}

/* But where it costs more, both do. */
static void dearer_second(void **state)
{
    (void)state;
    assert_true(rt_budget_start(&thread, &record, true));
    pass(1000, 1000);
    rt_budget_ended(&thread, &record, 0, 9);
    assert_true(rt_budget_second(&thread, &record));
    pass(9000, 9000);
    rt_budget_ended(&thread, &record, 1, 9);
    assert_int_equal(target.measured_ns, 10000);
    assert_int_equal(target.measured_units, 20);
}

/* A loop is entered again inside of the pair's first instance, and another thread's was measured. */
static void second_inside_first(void **state)
{
    (void)state;
    assert_true(rt_budget_start(&thread, &record, true));
    pass(50000, 50000);
    target.measured = 1;
    target.measured_ns = target.measured_units = 10;
    assert_true(rt_budget_second(&thread, &record));
    pass(1000, 1000);
    rt_budget_ended(&thread, &record, 1, 9);
    pass(1000, 1000);
    rt_budget_ended(&thread, &record, 0, 9);
    assert_in_range(told(), 52000, 55000);
}

/* Where threads come besides the first, a quarter of the allowance is theirs: samples have the rest, whoever
 * begins first. */
static void kept_for_threads(void **state)
{
    (void)state;
    rt_options.budget_ppm = 1;  /* the allowance alone */
    target.measured = target.measured_ns = target.measured_units = 100;
    rt_budget_thread(4000, true);
    for (int i = 0; i < 3; i++)
        rt_budget_begun(225000);
    rt_budget_begun(200000);
    assert_true(rt_budget_start(&thread, &record, false));      /* 242 microseconds are left */
    rt_budget_release(&record);
    rt_budget_thread(4000, false);
    assert_false(rt_budget_start(&thread, &record, false));
    rt_budget_forget();
    for (int i = 0; i < 3; i++)
        rt_budget_begun(225000);
    for (int i = 0; i < 62; i++)
        rt_budget_thread(4000, false);
    assert_true(rt_budget_start(&thread, &record, false));      /* 150 */
    rt_budget_release(&record);
    for (int i = 0; i < 20; i++)
        rt_budget_thread(4000, false);
    assert_false(rt_budget_start(&thread, &record, false));
}

/* A recursion is left while the allowance has what its end takes; a loop's end takes nothing. */
static void room_for_the_end(void **state)
{
    struct algoprof_recursion recursion = { .chain = 0 };
    (void)state;
    rt_options.budget_ppm = 1;
    for (int i = 0; i < 2; i++) {
        rt_budget_forget();
        record = (struct rt_record){ .target = &target, .recursion = i ? &recursion : NULL };
        thread = (struct rt_thread){ .stack = &instance };
        assert_true(rt_budget_start(&thread, &record, true));
        rt_budget_open(&thread, &instance);
        thread.depth = 1;
        pass(1150000, 1150000);
        assert_false(rt_budget_outgrown(&thread));
        pass(100000, 100000);
        assert_int_equal(rt_budget_outgrown(&thread), i);
        pass(700000, 700000);
        assert_int_equal(rt_budget_outgrown(&thread), i);
        uint64_t before = told();
        rt_budget_left(&thread);
        assert_in_range(told() - before, i ? 3200000 : 1950000, i ? 3300000 : 1960000);
    }
}

/* So is an instance that saw many lines, before they are sorted and written, and before its table
 * grows, if that cannot be paid. */
static unsigned outgrown_at(uint32_t lines, uint32_t slots)
{
    rt_budget_forget();
    record = (struct rt_record){ .target = &target };
    thread = (struct rt_thread){ .stack = &instance };
    instance = (struct rt_instance){ .record = &record, .table = { .used = lines, .mask = slots - 1 } };
    assert_true(rt_budget_start(&thread, &record, true));
    rt_budget_open(&thread, &instance);
    thread.depth = 1;
    unsigned us = 0;
    while (us < 3000 && !rt_budget_outgrown(&thread)) {
        pass(20000, 20000);
        us += 20;
    }
    return us;
}

static void room_for_lines(void **state)
{
    (void)state;
    rt_options.budget_ppm = 1;
    assert_in_range(outgrown_at(10, 128), 1960, 2020);
    assert_in_range(outgrown_at(10000, 1 << 15), 1660, 1720);   /* 0.3 ms to write them */
    assert_in_range(outgrown_at(10900, 1 << 14), 1080, 1140);   /* and 0.55 to grow */
    assert_in_range(outgrown_at(100000, 1 << 20), 0, 20);
    uint64_t before = told();
    rt_budget_left(&thread);
    assert_in_range(told() - before, 3000000, 3030000);
}

/* A pair after the first takes three looks: each takes as long as a tenth of an instance.  Its second
 * instance has begun when it began, not when the first did. */
static void few_looks(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        looks = 0;
        for (uint8_t place = 0; place < 2; place++) {
            instance.place = place;
            assert_true(place ? rt_budget_second(&thread, &record) : rt_budget_start(&thread, &record, !i));
            rt_budget_open(&thread, &instance);
            assert_int_equal(thread.meter.began, wall);
            pass(1000, 1000);
            rt_budget_ended(&thread, &record, place, 1);
            pass(1000, 1000);
        }
    }
    assert_int_equal(looks, 3);
}

/* What is foreseen counts with what it has taken. */
static void foreseen_counts(void **state)
{
    (void)state;
    rt_options.budget_ppm = 1;  /* the allowance alone */
    assert_true(rt_budget_start(&thread, &record, true));
    rt_budget_open(&thread, &instance);
    thread.depth = 1;
    assert_false(rt_budget_too_short(&thread, 1900000));
    assert_true(rt_budget_too_short(&thread, 2100000));
    pass(1000000, 1000000);
    assert_false(rt_budget_too_short(&thread, 900000));
    assert_true(rt_budget_too_short(&thread, 1100000));
    assert_true(rt_budget_too_short(&thread, UINT64_MAX));
    rt_options.budget_ppm = 0;
    assert_false(rt_budget_too_short(&thread, UINT64_MAX));
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
    rt_budget_open(&thread, &instance);
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
        cmocka_unit_test_setup(second_of_first_pair, begin),
        cmocka_unit_test_setup(dearer_second, begin),
        cmocka_unit_test_setup(second_inside_first, begin),
        cmocka_unit_test_setup(kept_for_threads, begin),
        cmocka_unit_test_setup(room_for_the_end, begin),
        cmocka_unit_test_setup(room_for_lines, begin),
        cmocka_unit_test_setup(few_looks, begin),
        cmocka_unit_test_setup(foreseen_counts, begin),
        cmocka_unit_test_setup(clock_fails, begin),
        cmocka_unit_test_setup(clock_fails_inside, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
