/* SPDX-License-Identifier: MIT
 *
 * What a target's next instance is expected to take (budget/expected_price.c). */
#include "base/clock.h"
#include "base/options.h"
#include "core/thread.h"
#include "recursion/chain.h"
#include "budget/expected_price.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct rt_options rt_options;
__thread struct rt_tls rt_tls;
static struct rt_target target;
static struct rt_record record;
static struct algoprof_hot hot;

bool rt_clock(clockid_t clock, struct timespec *now)
{
    (void)clock;
    *now = (struct timespec){ 0 };
    return false;
}

uint64_t rt_chain_calls(const struct rt_chain *chain, uint64_t *longest)
{
    (void)chain;
    return *longest = 0;
}

static int begin(void **state)
{
    (void)state;
    target = (struct rt_target){ .costs = &target.own_costs };
    hot = (struct algoprof_hot){ .countdown = 0 };
    record = (struct rt_record){ .target = &target, .hot = &hot };
    return 0;
}

/* So many more instances, of so many iterations each. */
static void run(unsigned instances, uint64_t cost)
{
    hot.countdown -= instances;
    hot.cost += instances * cost;
    rt_expect_hear(&record);
}

static double expected(void)
{
    return rt_expect_ns(&record);
}

static void whole_ones(void **state)
{
    (void)state;
    run(100, 1000);
    assert_true(expected() <= 20000);       /* it is tried */
    target.own_costs.was_tried = true;
    assert_true(expected() >= 500000);      /* its first one is not over: unknown, so dear */
    rt_expect_whole(&target, 100000, 0, 1000, 0);
    assert_in_range(expected(), 90000, 110000);
    assert_in_range(rt_expect_all_ns(&target), 9000000, 11000000);
    run(100, 100);                          /* half as many on average */
    assert_in_range(expected(), 50000, 60000);
}

/* Where instances grow the last ones tell, and not the mean of all. */
static void growing(void **state)
{
    (void)state;
    run(1000, 1000);
    rt_expect_whole(&target, 100000, 0, 1000, 0);
    run(10, 3000);
    assert_in_range(expected(), 280000, 310000);
}

/* What no cache holds takes more for an iteration.  A small one says nothing of that. */
static void far_ones(void **state)
{
    (void)state;
    run(1, 50000);
    for (int i = 0; i < 10; i++)
        rt_expect_whole(&target, 50000, 0, 5000, 0);
    rt_expect_whole(&target, 5000000, 0, 50000, 0);
    assert_in_range(expected(), 4900000, 5100000);
    rt_expect_whole(&target, 400, 0, 0, 0);
    assert_true(expected() < 5100000);
}

/* Small ones, whose first lines may be most of what they took, do not make one a thousand times as long dear: it is tried.  When it
 * was, that counts. */
static void long_after_small(void **state)
{
    (void)state;
    run(100, 8000);
    rt_expect_whole(&target, 900, 0, 1, 0);
    assert_true(expected() < 15000);
    rt_expect_cut(&target, 2000000, 8000);
    assert_true(expected() > 1900000);
    rt_expect_whole(&target, 1000000, 0, 8000, 0);
    assert_in_range(expected(), 900000, 1100000);
    run(1000, 16000);                       /* up to four times as long as known: as dear */
    assert_in_range(expected(), 1900000, 2100000);
    rt_expect_whole(&target, 900, 0, 1, 0);    /* that one as long was whole is still known */
    assert_in_range(expected(), 1900000, 2100000);
}

/* One that was cut takes that at least, and more the more often it is; a small one that is whole says nothing against it. */
static void cut_ones(void **state)
{
    (void)state;
    run(2, 20000);
    rt_expect_whole(&target, 400, 0, 0, 0);
    rt_expect_cut(&target, 300000, 20000);
    assert_in_range(expected(), 290000, 310000);
    rt_expect_cut(&target, 100000, 20000);
    assert_in_range(expected(), 440000, 460000);
    rt_expect_whole(&target, 400, 0, 0, 0);
    assert_in_range(expected(), 440000, 460000);
    rt_expect_whole(&target, 800000, 0, 20000, 0);
    assert_in_range(expected(), 790000, 810000);
}

/* One up to four times as long as one that was cut takes as much an iteration; what is beyond is taken for cheap, and tried. */
static void longer_than_cut(void **state)
{
    (void)state;
    run(2, 20000);
    rt_expect_whole(&target, 400, 0, 0, 0);
    rt_expect_cut(&target, 300000, 20000);
    run(10, 40000);
    assert_in_range(expected(), 590000, 610000);
    run(10, 1080000);
    assert_in_range(expected(), 2190000, 2210000);
}

/* What finding out the caller takes comes with each instance, and makes no iteration dear. */
static void callers(void **state)
{
    (void)state;
    run(10000, 10);
    rt_expect_whole(&target, 2000, 1500, 10, 0);
    assert_in_range(expected(), 1900, 2100);
    assert_in_range(rt_expect_all_ns(&target), 10000 * 1900, 10000 * 2100);
    run(1, 100);
    assert_true(expected() < 2500);
}

/* A huge one that was cut among small ones does not make these dear. */
static void huge_one(void **state)
{
    (void)state;
    run(10000, 10);
    rt_expect_whole(&target, 1500, 0, 10, 0);
    rt_expect_cut(&target, 4000000, 1000000);
    assert_true(expected() < 3000);
}

/* A table that the last whole one fitted in does not grow for one like it; one that is larger may make it grow. */
static void room(void **state)
{
    (void)state;
    assert_false(rt_expect_room(&target, 100, 5000));
    rt_expect_whole(&target, 100000, 0, 8000, 4000);
    assert_true(rt_expect_room(&target, 3600, 5460));
    assert_false(rt_expect_room(&target, 4300, 5460));
    assert_false(rt_expect_room(&target, 3600, 4100));
    rt_expect_whole(&target, 100000, 0, 80000, 40000);
    assert_false(rt_expect_room(&target, 40000, 43000));    /* of many lines it is asked in time */
    assert_true(rt_expect_room(&target, 40000, 45000));
}

/* What a thinned one took holds, until then what it may take by its words. */
static void thinned_ones(void **state)
{
    (void)state;
    run(100, 1000);
    rt_expect_thinned(&target, 9000, 999, false);
    assert_in_range(rt_expect_thinned_ns(&record), 9000, 10000);
    rt_expect_thinned(&target, 4000, 999, true);
    rt_expect_thinned(&target, 9000, 999, false);
    assert_in_range(rt_expect_thinned_ns(&record), 4000, 5000);
    rt_expect_thinned(&target, 4000, 1999, true);
    assert_in_range(rt_expect_thinned_ns(&record), 2000, 3000);
}

/* Of one that is four times as long as what was cut nothing is known. */
static void unsure(void **state)
{
    (void)state;
    run(100, 1000);
    assert_false(rt_expect_is_unsure(&record));
    rt_expect_cut(&target, 50000, 500);
    assert_false(rt_expect_is_unsure(&record));
    rt_expect_cut(&target, 50000, 200);
    assert_true(rt_expect_is_unsure(&record));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(whole_ones, begin), cmocka_unit_test_setup(growing, begin),
        cmocka_unit_test_setup(far_ones, begin),   cmocka_unit_test_setup(cut_ones, begin),
        cmocka_unit_test_setup(longer_than_cut, begin), cmocka_unit_test_setup(huge_one, begin),
        cmocka_unit_test_setup(callers, begin),    cmocka_unit_test_setup(room, begin),
        cmocka_unit_test_setup(long_after_small, begin),
        cmocka_unit_test_setup(thinned_ones, begin),
        cmocka_unit_test_setup(unsure, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
