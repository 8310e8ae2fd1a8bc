/* SPDX-License-Identifier: MIT
 *
 * Several targets that share a budget (budget/start_or_leave.c, budget/target_shares.c). */
#include "meter.h"

/* Us until the first instance of a target has to be left, so many ms after the program's first target began, when so many of sixteen came. */
static unsigned first_left_after(double ms, uint32_t targets)
{
    begin(NULL);
    rt_options.budget_ppm = 1;
    static const struct algoprof_site marked = { .flags = ALGOPROF_S_COMMAND };
    rt_target_count = targets;
    record.site = &marked;
    rt_claims_expect(16);
    rt_budget_start(&thread, &record, true);
    cpu += (uint64_t)(ms * 1e6) + 300;
    rt_account_look(&thread);
    instance[thread.depth++] = (struct rt_instance){ .record = &record, .flags = ALOG_I_FIRST_PAIR };
    rt_budget_begun(&thread, instance);
    unsigned us = 0;
    for (; us < 10000 && !rt_budget_outgrown(&thread); us += 10)
        thread.done.fixed_ns += 10000;
    return us;
}

/* Of several targets a first instance leaves to others what is not released yet, but for an eighth of what one target might take where there
 * are sixteen; and while others are to come, most of what is. */
static void first_of_several(void **state)
{
    (void)state;
    assert_in_range(first_left_after(0.01, 16), 250, 300);
    assert_in_range(first_left_after(1, 16), 800, 850);
    assert_in_range(first_left_after(100, 16), 1450, 1510);
    assert_in_range(first_left_after(0.01, 2), 180, 230);
    assert_in_range(first_left_after(1, 2), 360, 400);          /* a quarter of what is there */
    assert_in_range(first_left_after(100, 2), 360, 400);
    assert_in_range(first_left_after(0.01, 1), 180, 230);       /* likewise the first one */
    rt_claims_forget();
    rt_target_count = 1;
}

/* Where the first of a pair had to be left, others have more use of what its second would take. */
static void second_of_left(void **state)
{
    (void)state;
    push();
    thread.done.fixed_ns += 10000;
    rt_budget_left(&thread);
    instance[0].left = true;
    rt_budget_closed(&thread, &record, 1000, 500, false);
    thread.depth = 0;
    assert_true(rt_budget_second(&thread, &record));
    rt_target_count = 2;
    assert_false(rt_budget_second(&thread, &record));
    push();
    pop(10);
    assert_true(rt_budget_second(&thread, &record));
    rt_target_count = 1;
}

/* What a target that has had less waits for is not there for another one. */
static void claimed(void **state)
{
    (void)state;
    struct rt_target other = { .rate = ALOG_RATE_AUTO, .costs = &other.own_costs, .kept = 2 };
    struct rt_record its = { .target = &other, .hot = &hot };
    begin(NULL);
    rt_options.budget_ppm = 10000;
    rt_target_count = 2;
    target.kept = 2;
    rt_budget_start(&thread, &record, true);
    rt_budget_start(&thread, &its, true);
    rt_expect_whole(&other, 50000, 0, 100, 0);
    rt_expect_whole(&target, 300000, 0, 1000, 0);
    target.own_costs.recent = 1000;
    target.own_costs.cost = 1000000;
    rt_claims_hear(target.costs, 0, 1000000);
    other.own_costs.spent_ns = 1200000;
    thread.done.fixed_ns = 2400000;         /* there are 0.6 ms: enough for the other's, but not for both */
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_DEAR);
    assert_int_equal(rt_budget_start(&thread, &its, false), RT_DEAR);
    cpu += 100000000;
    wall += 100000000;
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_PAID);
    assert_int_not_equal(rt_budget_start(&thread, &its, false), RT_DEAR);
    rt_target_count = 1;
}

/* Of threads that begin a target side by side one tries what it takes. */
static void tried_once(void **state)
{
    (void)state;
    rt_options.budget_ppm = 1;
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_PAID);
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_DEAR);    /* 1 ms each, for all that is known */
}

/* What is not there cannot have come in the same tick of the clock; nothing is free while more was spent than there is. */
static void no_looks_in_vain(void **state)
{
    (void)state;
    thread.done.fixed_ns = 5000000;
    rt_budget_start(&thread, &record, true);
    assert_int_equal(rt_budget_start(&thread, &record, true), RT_DEAR);
    unsigned before = looks;
    for (int i = 0; i < 10; i++)
        assert_int_equal(rt_budget_start(&thread, &record, false), RT_DEAR);
    assert_int_equal(looks, before);
    wall += 20000000;
    assert_int_equal(rt_budget_start(&thread, &record, false), RT_DEAR);
    assert_int_equal(looks, before + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(first_of_several, begin),
        cmocka_unit_test_setup(second_of_left, begin),
        cmocka_unit_test_setup(claimed, begin),
        cmocka_unit_test_setup(tried_once, begin),
        cmocka_unit_test_setup(no_looks_in_vain, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
