/* SPDX-License-Identifier: MIT
 *
 * The table of kept pairs (sample/pair_table.c): what the budget halves stays kept, and who has the largest probability is thinned
 * first. */
#include "base/options.h"
#include "core/thread.h"
#include "log/log.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define MOST 4096u

static struct rt_thread thread;
static struct rt_target target;
static struct rt_record record;
static struct rt_pair pair[MOST];
static unsigned dropped_blocks;

void rt_event(const struct rt_target *g, enum alog_event_kind kind, uint64_t value)
{
    (void)g, (void)kind, (void)value;
}

void rt_log_drop(uint64_t offset, uint32_t len)
{
    (void)offset, (void)len;
    dropped_blocks++;
}

void rt_inner_halve(struct rt_thread *t, struct rt_target *g)
{
    (void)t, (void)g;
}

static int begin(void **state)
{
    (void)state;
    rt_rng_seed(&thread.rng, 7);
    target = (struct rt_target){ .rate = ALOG_RATE_AUTO, .pair = pair, .most_pairs = MOST };
    record = (struct rt_record){ .target = &target };
    memset(pair, 0, sizeof pair);
    dropped_blocks = 0;
    return 0;
}

static void keep(unsigned n)
{
    while (n--) {
        assert_true(rt_pair_keep(&record, true));
        pair[record.pair_slot].block[0] = 64;
        pair[record.pair_slot].len[0] = 32;
        pair[record.pair_slot].weight = 10;
        rt_add(&target.bytes, 32);
        rt_add(&target.weight, 10);
    }
}

static unsigned count(unsigned halvings)
{
    unsigned n = 0;
    for (unsigned i = 0; i < target.pairs_used; i++)
        n += pair[i].kept && pair[i].halvings == halvings;
    return n;
}

/* Of 1 / 2, 1 / 3, 1 / 5 ... of the instances a pair begins. */
static void halving_keeps_all(void **state)
{
    (void)state;
    keep(300);
    assert_int_equal(rt_pairs_even(&target), 300);
    rt_pairs_halve(&thread, &target);
    assert_int_equal(target.kept, 300);
    assert_int_equal(rt_pairs_even(&target), 200);
    keep(50);
    assert_int_equal(rt_pairs_even(&target), 250);
    rt_pairs_halve(&thread, &target);
    assert_int_equal(rt_pairs_even(&target), 150);
    assert_int_equal(target.kept, 350);
    assert_int_equal(target.dropped + dropped_blocks, 0);
    assert_int_equal(count(0), 300);
    assert_int_equal(count(1), 50);
}

static void likeliest_are_thinned(void **state)
{
    (void)state;
    keep(1200);
    rt_pairs_halve(&thread, &target);
    rt_pairs_halve(&thread, &target);
    keep(400);
    rt_pairs_thin(&thread, &target);
    assert_int_equal(target.halvings, 2);
    assert_int_equal(count(0), 0);
    assert_int_equal(count(2), 400);
    assert_true(fabs(count(1) - 800.) < 4 * sqrt(1200 * 2. / 9));
    assert_int_equal(target.kept, count(1) + 400);
    assert_int_equal(target.dropped, 1200 - count(1));
    assert_int_equal(target.dropped, dropped_blocks);
    assert_int_equal(target.bytes, 32 * target.kept);
    assert_int_equal(target.weight, 10 * target.kept);
}

/* When all are alike a start gets less likely, too. */
static void alike_are_halved(void **state)
{
    (void)state;
    keep(1200);
    rt_pairs_thin(&thread, &target);
    assert_int_equal(target.halvings, 1);
    assert_int_equal(count(1), target.kept);
    assert_true(fabs((double)target.kept - 800) < 4 * sqrt(1200 * 2. / 9));
    assert_int_equal(rt_pairs_even(&target), target.kept);
}

static void full_table_can_be_thinned(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        keep(MOST - (unsigned)target.kept);
        assert_false(rt_pair_keep(&record, true));
        rt_pairs_thin(&thread, &target);
        assert_in_range(target.kept, 1, MOST - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(halving_keeps_all, begin),
        cmocka_unit_test_setup(likeliest_are_thinned, begin),
        cmocka_unit_test_setup(alike_are_halved, begin),
        cmocka_unit_test_setup(full_table_can_be_thinned, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
