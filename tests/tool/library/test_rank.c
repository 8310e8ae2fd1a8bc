/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fitted.h"
#include "target/rank.h"

static void check_order(struct target *targets, size_t n, const struct nesting *nestings,
                        size_t n_nestings, const size_t *expected)
{
    size_t order[16];
    assert_int_equal(rank_targets(targets, n, nestings, n_nestings, VIEW_BOTH, order), 0);
    for (size_t i = 0; i < n; i++)
        if (order[i] != expected[i])
            fail_msg("rank %zu is target %zu, not %zu", i + 1, order[i], expected[i]);
}

static void test_alarms_then_cost(void **state)
{
    struct target targets[] = {
        target_of(1, 1e9, FIT_N, FIT_NONE),     target_of(2, 10, FIT_N2, FIT_NONE),
        target_of(3, 5, FIT_EXP, FIT_NONE),     target_of(4, 20, FIT_N3, FIT_NONE),
        target_of(5, 30, FIT_N, FIT_N2),        target_of(6, 1e9, FIT_1, FIT_NONE),
    };
    /* The exponential, then by the cost at ten times the largest size. */
    const size_t expected[] = { 2, 3, 4, 1, 0, 5 };
    (void)state;
    check_order(targets, 6, NULL, 0, expected);
}

/* A view's own fit decides; without one the worse of both. */
static void test_views(void **state)
{
    static const int alarms[3][2] = { [VIEW_BOTH] = { 2, 1 }, [VIEW_RUNS] = { 0, 1 },
                                      [VIEW_INSTANCES] = { 2, 0 } };
    (void)state;
    for (int view = VIEW_BOTH; view <= VIEW_INSTANCES; view++) {
        struct target targets[] = { target_of(1, 1, FIT_N, FIT_EXP), target_of(2, 2, FIT_N2, FIT_N) };
        targets[0].key.kind = ALOG_RECURSION;   /* of a loop runs would deny it */
        size_t order[2];
        assert_int_equal(rank_targets(targets, 2, NULL, 0, (enum view)view, order), 0);
        for (int i = 0; i < 2; i++) {
            const struct judgement *j = &targets[i].judgement;
            assert_int_equal(j->verdict, alarms[view][i] > 0 ? TARGET_ALARM : TARGET_FINE);
            assert_int_equal(j->exponential, alarms[view][i] == 2);
        }
        assert_int_equal(order[0], alarms[view][0] < alarms[view][1]);
    }
}

/* What hardly matters stands between alarms and what is fine. */
static void test_watch_between(void **state)
{
    struct target t = target_of(1, 100, FIT_N2, FIT_NONE);
    (void)state;
    t.share = 0.0005;
    struct target targets[] = { target_of(1, 1e9, FIT_N, FIT_NONE), t, target_of(2, 1, FIT_N2, FIT_NONE) };
    const size_t expected[] = { 2, 1, 0 };
    check_order(targets, 3, NULL, 0, expected);
}

/* 0 contains 1 contains 2; 3 lies between 0 and the others in cost.  The inner
 * ones come along with the outermost. */
static void test_inner_first(void **state)
{
    struct target targets[] = {
        target_of(1, 1000, FIT_N2, FIT_NONE), target_of(2, 100, FIT_N2, FIT_NONE),
        target_of(3, 10, FIT_N2, FIT_NONE),   target_of(4, 500, FIT_N2, FIT_NONE),
    };
    const struct nesting nestings[] = { { 1, 0 }, { 2, 1 } };
    const size_t expected[] = { 2, 1, 0, 3 };
    (void)state;
    check_order(targets, 4, nestings, 2, expected);
}

/* An inner target without alarm does not come before an alarm. */
static void test_alarm_beats_nesting(void **state)
{
    struct target targets[] = { target_of(1, 10, FIT_N2, FIT_NONE),
                                target_of(2, 1000, FIT_N, FIT_NONE) };
    const struct nesting nestings[] = { { 1, 0 } };
    const size_t expected[] = { 0, 1 };
    (void)state;
    check_order(targets, 2, nestings, 1, expected);
}

static void test_cycle_ends(void **state)
{
    struct target targets[] = {
        target_of(1, 30, FIT_N2, FIT_NONE), target_of(2, 20, FIT_N2, FIT_NONE),
        target_of(3, 10, FIT_N2, FIT_NONE),
    };
    const struct nesting nestings[] = { { 0, 1 }, { 0, 2 }, { 1, 0 }, { 2, 0 }, { 2, 2 } };
    const size_t expected[] = { 1, 2, 0 };
    (void)state;
    check_order(targets, 3, nestings, 5, expected);
}

/* What is no trouble stands in the order of its cost, whatever runs inside it. */
static void test_calm_by_cost(void **state)
{
    struct target targets[] = { target_of(1, 10, FIT_N, FIT_NONE), target_of(2, 30, FIT_N, FIT_NONE),
                                target_of(3, 20, FIT_NONE, FIT_NONE) };
    const struct nesting nestings[] = { { 1, 0 }, { 2, 0 } };
    const size_t expected[] = { 1, 2, 0 };
    (void)state;
    check_order(targets, 3, nestings, 2, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alarms_then_cost),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_watch_between),
        cmocka_unit_test(test_inner_first),
        cmocka_unit_test(test_alarm_beats_nesting),
        cmocka_unit_test(test_cycle_ends),
        cmocka_unit_test(test_calm_by_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
