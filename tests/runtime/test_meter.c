/* SPDX-License-Identifier: MIT
 *
 * What traced instances are charged with (budget/prices.c), and what that lets start (budget/start_or_leave.c): by what
 * was done, whatever the clocks say, which the test sets. */
#include "meter.h"

static void keep(struct rt_target *g, uint64_t pairs)
{
    g->kept = pairs;
    g->even = RT_EVEN * pairs;
}

static uint64_t told(void)
{
    uint64_t traced, process;
    rt_account_seen(&traced, &process);
    return traced;
}

/* One instance that tells so many accesses; what it is charged with. */
static uint64_t price(uint64_t accesses)
{
    uint64_t before = told();
    push();
    rt_tls.work += accesses;
    pop(10);
    return told() - before;
}

/* Neither the program's own time nor a wait counts, but each access does. */
static void by_what_is_done(void **state)
{
    (void)state;
    price(0);                   /* cold */
    uint64_t none = price(0);
    wall += 50000000;
    cpu += 50000000;
    assert_int_equal(price(0), none);
    assert_in_range(price(1000) - none, 2000, 8000);
    assert_in_range(price(100000) - none, 200000, 800000);
}

/* What stays whole has one price, however long it is. */
static void ranges(void **state)
{
    (void)state;
    price(0);
    uint64_t none = price(0);
    rt_tls.whole_words += 1000000;
    rt_tls.ranges++;
    assert_in_range(price(1000000) - none, 5, 200);
}

static void lines_and_calls(void **state)
{
    (void)state;
    price(0);
    uint64_t none = price(0), before = told();
    push();
    instance[0].table.used = 1000;
    pop(10);
    assert_in_range(told() - before - none, 4000, 40000);
    before = told();
    calls = 5000;
    push();
    instance[0].chain = (struct rt_chain *)instance;    /* only asked for its calls */
    rt_budget_polled(&thread);
    pop(10);
    uint64_t flat = told() - before;
    assert_in_range(flat - none, 50000, 200000);
    before = told();
    longest = 5000;             /* each of them is a size */
    push();
    instance[0].chain = (struct rt_chain *)instance;
    pop(10);
    assert_in_range(told() - before - flat, 100000, 400000);
    longest = 1;
    calls = 0;
}

/* That a table grows is charged, and no reason to expect it of the next instance, whose table begins as large. */
static void grown_once(void **state)
{
    (void)state;
    price(0);
    price(0);
    uint64_t before = told();
    push();
    instance[0].table.used = 4000;
    instance[0].table.class = 5;
    pop(10);
    uint64_t took = told() - before;
    assert_in_range(took, 100000, 400000);
    assert_true(record.first_ns < took / 3);
}

/* What the clock tells of a large table's growth is charged when it is asked for, once; the next one begins as large. */
static void grown_by_the_clock(void **state)
{
    (void)state;
    price(0);
    price(0);
    uint64_t before = told();
    push();
    instance[0].table.used = 40000;
    instance[0].table.class = 9;
    rt_budget_outgrown(&thread);
    uint64_t began = told() - before, foreseen = (uint64_t)rt_price_growth(1000);
    instance[0].table.grown_ns = 400000;
    rt_budget_outgrown(&thread);
    assert_in_range(told() - before - began, 400000, 401000);
    assert_in_range((uint64_t)rt_price_growth(1000), 0, foreseen);      /* 10 ns a line: less than the price */
    instance[0].table.grown_ns = 10000000;
    rt_budget_outgrown(&thread);
    assert_in_range(told() - before - began, 10000000, 10001000);
    assert_in_range((uint64_t)rt_price_growth(1000), 200000, 300000);
    pop(10);
    assert_in_range(told() - before - began, 10000000, 11500000);       /* its lines are sorted and written */
    assert_true(record.first_ns < 1500000);
}

/* What is charged in an instance is not charged to the one around it. */
static void nested(void **state)
{
    (void)state;
    price(0);
    uint64_t before = target.own_costs.measured_ns, once = told() - before;     /* the first instance's */
    push();
    rt_tls.work += 1000;
    push();
    rt_tls.work += 100000;
    pop(10);
    uint64_t inner = target.own_costs.measured_ns - before;
    rt_tls.work += 1000;
    pop(10);
    uint64_t outer = target.own_costs.measured_ns - before - inner;
    assert_in_range(inner, 200000, 800000);
    assert_in_range(outer, 4000, 20000);
    assert_int_equal(told() - once, target.own_costs.measured_ns);
}

/* A look at the machine's speed that takes so long, after so much was traced.  Result: what the same work costs then. */
static uint64_t looked(uint64_t took, double traced_ns)
{
    spin = took;
    rt_price_calibrate(traced_ns);
    return price(10000);
}

/* A machine that takes twice as long for the same is slow; who measures may be disturbed, so the least of four counts. */
static void slow_machine(void **state)
{
    (void)state;
    price(0);
    uint64_t none = price(10000);
    assert_in_range(looked(100000, 0), 2 * none, 5 * none);
    assert_in_range(looked(1800, 0), none * 19 / 10, none * 21 / 10);
    assert_in_range(looked(100000, 0), none * 19 / 10, none * 21 / 10);
    assert_in_range(looked(100000, 0), none * 19 / 10, none * 21 / 10);
    begin(NULL);
    cpu = 0;
    wall = 0;                   /* no clock: as if it was that machine */
    price(0);
    assert_int_equal(looked(0, 0), none);
}

/* Another program may come to the same core, or go: it is looked again when some more was traced, not before. */
static void machine_that_changes(void **state)
{
    (void)state;
    price(0);
    uint64_t none = price(10000);
    for (int i = 0; i < 4; i++)
        looked(900, 0);
    assert_in_range(looked(900, 0), none * 99 / 100, none * 101 / 100);
    assert_in_range(looked(1800, 50000), none * 99 / 100, none * 101 / 100);
    for (double at = 1e6; at < 4e6; at += 1e6)
        assert_in_range(looked(1800, at), none * 99 / 100, none * 101 / 100);
    assert_in_range(looked(1800, 1.05e7), none * 19 / 10, none * 21 / 10);
    assert_in_range(looked(900, 1.051e7), none * 19 / 10, none * 21 / 10);
    assert_in_range(looked(900, 2e7), none * 99 / 100, none * 101 / 100);
}

/* Where threads come besides the first, a quarter of the allowance is theirs: samples have the rest, whoever
 * begins first. */
static void kept_for_threads(void **state)
{
    (void)state;
    rt_options.budget_ppm = 1;  /* the allowance alone */
    target.own_costs.measured = target.own_costs.measured_units = 100;
    target.own_costs.most_units = 1;
    target.own_costs.measured_ns = 100 * 90000;           /* 0.09 ms each; a pair needs a quarter more */
    keep(&target, 5);
    wall = 0;                   /* the machine's speed is not known */
    rt_account_thread(4000, true);
    for (int i = 0; i < 3; i++)
        rt_account_started(225000);
    rt_account_started(200000);
    assert_int_not_equal(rt_budget_start(&thread, &record, false), RT_DEAR);    /* 242 microseconds are left */
    rt_account_thread(4000, false);
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_DEAR);
    rt_budget_forget();
    for (int i = 0; i < 3; i++)
        rt_account_started(100000);
    for (int i = 0; i < 62; i++)
        rt_account_thread(4000, false);
    assert_int_not_equal(rt_budget_start(&thread, &record, false), RT_DEAR);    /* 900 */
    for (int i = 0; i < 100; i++)
        rt_account_thread(4000, false);
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_DEAR);
}

/* So many instances of the same price until the probability is to be halved; they take so long each. */
static unsigned fast_after(uint64_t accesses, uint64_t each_ns, unsigned most)
{
    unsigned n = 0;
    begin(NULL);
    cpu = 1;
    assert_int_equal(rt_budget_start(&thread, &record, true), RT_PAID);
    do {
        hot.countdown = -(int64_t)++n;
        hot.cost = 10 * n;
        cpu += each_ns;
        price(accesses);
        keep(&target, n / 2);
    } while (n < most && rt_budget_start(&thread, &record, false) == RT_PAID);
    return n;
}

/* The allowance has to last: the sooner its first part is used, the sooner the probability is halved.  What
 * the budget pays for is not. */
static void pace(void **state)
{
    (void)state;
    unsigned dear = fast_after(10000, 10000, 100000), cheap = fast_after(100, 10000, 100000);
    assert_in_range(dear, 8, 60);
    assert_true(cheap > 5 * dear);
    assert_in_range(fast_after(1, 200000, 10000), 10000, 10000);
    assert_in_range(fast_after(1, 100, 100000), 200, 5000);
}

/* Of few pairs that are dear each waits until the run is so long that the allowance has a part for it: they are
 * spread over the run, and none is dropped for the next. */
static void few_wait(void **state)
{
    (void)state;
    begin(NULL);
    cpu = 1;
    assert_int_equal(rt_budget_start(&thread, &record, true), RT_PAID);
    price(100000);              /* 0.35 ms: a pair is more than a quarter of the allowance */
    hot.countdown = -100;
    hot.cost = 1000;
    keep(&target, 1);
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_PAID);
    keep(&target, 2);
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_FAST);
    assert_true(rt_budget_wait(&thread, &record, RT_FAST) > 0);
    cpu += 1000000;
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_FAST);
    cpu += 16000000;
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_PAID);
}

/* What a process does before the target begins is no part of the target's time. */
static void late_begin(void **state)
{
    (void)state;
    begin(NULL);
    cpu = 20000000;
    assert_int_equal(rt_budget_start(&thread, &record, true), RT_PAID);
    price(100000);
    hot.countdown = -100;
    hot.cost = 1000;
    keep(&target, 2);
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_FAST);
}

/* No target pays for another one. */
static void shared(void **state)
{
    (void)state;
    unsigned alone = fast_after(1000, 10000, 100000);
    begin(NULL);
    struct rt_target other = { .rate = ALOG_RATE_AUTO, .costs = &other.own_costs };
    rt_target_count = 2;
    cpu = 10000 * (uint64_t)alone;
    record.target = &other;
    for (unsigned i = 0; i < 2 * alone; i++)    /* takes more than its part */
        price(1000);
    keep(&other, 100);
    hot.countdown = -2 * (int64_t)alone;
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_FAST);
    record = (struct rt_record){ .target = &target, .hot = &hot };
    hot.countdown = -20;
    keep(&target, 20);
    price(0);
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_PAID);
    rt_target_count = 1;
}

/* A recursion is left while the allowance has what its end takes, and so is an instance that saw many lines, before they
 * are sorted and written, and before its table grows.  A quarter is left for others. */
static unsigned left_after(bool recursion, uint32_t lines, uint32_t slots)
{
    struct algoprof_recursion r = { .chain = 0 };
    unsigned us = 0;
    begin(NULL);
    rt_options.budget_ppm = 1;
    record.recursion = recursion ? &r : NULL;
    target.own_costs.measured = 1;
    push();
    instance[0].table.used = lines;
    instance[0].table.mask = slots - 1;
    while (us < 3000 && !rt_budget_outgrown(&thread)) {
        thread.done.fixed_ns += 10000;
        us += 10;
    }
    rt_budget_left(&thread);
    uint64_t least = us * 1000 + (uint64_t)rt_price_lines(lines);
    assert_in_range(record.left_ns, least, least + 10000);
    return us;
}

/* An instance within one that is left: each has its own part, and from both it is known what one like it takes. */
static void left_within(void **state)
{
    struct rt_target inner = { .rate = ALOG_RATE_AUTO, .costs = &inner.own_costs };
    struct rt_record within = { .target = &inner, .hot = &hot };
    (void)state;
    push();
    thread.done.fixed_ns += 300000;
    push();
    instance[1].record = &within;
    thread.done.fixed_ns += 20000;
    rt_budget_left(&thread);
    assert_in_range(record.left_ns, 300000, 310000);
    assert_in_range(within.left_ns, 20000, 25000);
    instance[0].left = instance[1].left = true;
    rt_budget_closed(&thread, &within, 1000, 100, false);
    rt_budget_closed(&thread, &record, 10, 0, false);
    assert_in_range(within.first_ns, 200000, 250000);   /* a tenth was traced */
    assert_in_range(record.first_ns, 600000, 620000);   /* nobody knows how much */
    assert_in_range(inner.own_costs.spent_ns + target.own_costs.spent_ns, 320000, 335000);
    inner.own_costs.instances = 1;
    inner.own_costs.cost = 500;
    assert_in_range(rt_expect_ns(&within), 100000, 126000);
}

/* What a few iterations took says little of thousands. */
static void left_early(void **state)
{
    (void)state;
    push();
    thread.done.fixed_ns += 10000;
    rt_budget_left(&thread);
    uint64_t left = record.left_ns;
    instance[0].left = true;
    rt_budget_closed(&thread, &record, 1000000, 3, false);
    assert_in_range(record.first_ns, 30 * left, 33 * left);
}

static void room_for_the_end(void **state)
{
    (void)state;
    assert_in_range(left_after(false, 10, 128), 1480, 1520);
    assert_in_range(left_after(true, 10, 128), 880, 920);
    assert_in_range(left_after(false, 12000, 1 << 20), 1300, 1450);
    assert_in_range(left_after(false, 15000, 1 << 20), 1300, 1450);
    assert_int_equal(left_after(false, 90000, 1 << 20), 0);
    assert_in_range(left_after(false, 10900, 1 << 14), 800, 1300);
}

/* What is foreseen counts with what it has taken. */
static void foreseen_counts(void **state)
{
    (void)state;
    rt_options.budget_ppm = 1;  /* the allowance alone */
    push();
    assert_false(rt_budget_too_short(&thread, 1400000));
    assert_true(rt_budget_too_short(&thread, 1600000));
    thread.done.fixed_ns += 1000000;
    assert_false(rt_budget_too_short(&thread, 400000));
    assert_true(rt_budget_too_short(&thread, 600000));
    assert_true(rt_budget_too_short(&thread, UINT64_MAX));
    rt_options.budget_ppm = 0;
    assert_false(rt_budget_too_short(&thread, UINT64_MAX));
}

/* A clock that is a system call is asked only where it matters. */
static void few_looks(void **state)
{
    (void)state;
    fast_after(0, 1000000, 1000);
    assert_in_range(looks, 0, 100);
}

/* As under a filter of system calls that nobody told of. */
static void clock_fails(void **state)
{
    (void)state;
    cpu = 0;
    push();
    unsigned us = 0;
    for (; us < 10000 && !rt_budget_outgrown(&thread); us += 10)
        thread.done.fixed_ns += 10000;
    assert_in_range(us, 1400, 1600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(by_what_is_done, begin), cmocka_unit_test_setup(ranges, begin),
        cmocka_unit_test_setup(lines_and_calls, begin), cmocka_unit_test_setup(nested, begin),
        cmocka_unit_test_setup(grown_once, begin), cmocka_unit_test_setup(grown_by_the_clock, begin),
        cmocka_unit_test_setup(slow_machine, begin), cmocka_unit_test_setup(machine_that_changes, begin),
        cmocka_unit_test_setup(kept_for_threads, begin),
        cmocka_unit_test_setup(pace, begin),            cmocka_unit_test_setup(shared, begin),
        cmocka_unit_test_setup(few_wait, begin),        cmocka_unit_test_setup(late_begin, begin),
        cmocka_unit_test_setup(left_within, begin),     cmocka_unit_test_setup(left_early, begin),
        cmocka_unit_test_setup(room_for_the_end, begin), cmocka_unit_test_setup(foreseen_counts, begin),
        cmocka_unit_test_setup(few_looks, begin),       cmocka_unit_test_setup(clock_fails, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
