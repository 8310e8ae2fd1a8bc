/* SPDX-License-Identifier: MIT
 *
 * Who of several targets may have what is saved (budget/target_shares.c). */
#include "budget/target_shares.h"
#include "sample/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct rt_target dear, cheap;

static void add(struct rt_target *g, uint64_t cost, uint64_t spent)
{
    g->costs->spent_ns += spent;
    rt_claims_hear(g->costs, 0, cost);
}

static int begin(void **state)
{
    (void)state;
    rt_claims_forget();
    rt_target_count = 2;
    dear = (struct rt_target){ .costs = &dear.own_costs };
    cheap = (struct rt_target){ .costs = &cheap.own_costs };
    return 0;
}

static void one_target_has_all(void **state)
{
    (void)state;
    rt_target_count = 1;
    assert_true(rt_claims_share(&dear) == 1);
    add(&dear, 1000, 0);
    assert_true(rt_claims_share(&dear) == 1);
}

/* Half of it in equal parts, half by iterations. */
static void shares(void **state)
{
    (void)state;
    assert_true(rt_claims_share(&dear) == 0.5 && rt_claims_share(&cheap) == 0.5);
    add(&dear, 900, 0);
    add(&cheap, 100, 0);
    assert_in_range(rt_claims_share(&dear) * 1000, 699, 701);
    assert_in_range(rt_claims_share(&cheap) * 1000, 299, 301);
}

/* The first eight iterations of an instance do not count, but for an eighth of all. */
static void what_iterations_count(void **state)
{
    (void)state;
    rt_claims_hear(dear.costs, 10, 980);
    assert_int_equal(dear.costs->worth, 900);
    rt_claims_hear(cheap.costs, 200, 800);
    assert_int_equal(cheap.costs->worth, 100);
    assert_in_range(rt_claims_share(&dear) * 1000, 699, 701);
    rt_claims_hear(cheap.costs, UINT32_MAX, 0);
    assert_int_equal(cheap.costs->worth, 100);
}

/* From 64 pairs on each one tells less. */
static void many_pairs(void **state)
{
    (void)state;
    add(&dear, 500, 0);
    add(&cheap, 500, 0);
    cheap.starts = 64;
    assert_true(rt_claims_share(&cheap) == 0.5);
    cheap.starts = 128;
    assert_true(rt_claims_share(&cheap) == 0.25 && rt_claims_share(&dear) == 0.5);
    rt_target_count = 1;
    assert_true(rt_claims_share(&cheap) > 0.5);             /* nobody else has use of it */
}

static void who_has_had_more_leaves_it(void **state)
{
    (void)state;
    add(&dear, 900, 100000);
    add(&cheap, 100, 100000);
    assert_true(rt_claims_before(&cheap, 5e6) == 0);        /* nobody claims */
    rt_claims_make(&dear, 50000, 5e6);
    assert_true(rt_claims_before(&cheap, 5e6) == 50000);
    assert_true(rt_claims_before(&dear, 5e6) == 0);
    rt_claims_make(&cheap, 10000, 5e6);                     /* has had more of its part */
    assert_true(rt_claims_before(&cheap, 5e6) == 50000);
    rt_claims_met(&cheap);
    assert_true(rt_claims_before(&cheap, 5e6) == 50000);
    rt_claims_met(&dear);
    assert_true(rt_claims_before(&cheap, 5e6) == 0);
}

static void who_has_had_less_is_first(void **state)
{
    (void)state;
    add(&dear, 500, 100000);
    add(&cheap, 500, 20000);
    rt_claims_make(&dear, 50000, 5e6);
    assert_true(rt_claims_before(&cheap, 5e6) == 0);
    rt_claims_make(&cheap, 10000, 5e6);
    assert_true(rt_claims_before(&dear, 5e6) == 10000);
}

/* A loop that does not come again keeps nothing from the others: after a millisecond, or a quarter of its time so far. */
static void grows_old(void **state)
{
    (void)state;
    add(&dear, 900, 0);
    add(&cheap, 100, 100000);
    dear.costs->since_ns = 1;
    rt_claims_make(&dear, 50000, 1e6);
    assert_true(rt_claims_before(&cheap, 1.9e6) == 50000);
    assert_true(rt_claims_before(&cheap, 2.1e6) == 0);
    rt_claims_make(&dear, 50000, 40e6);
    assert_true(rt_claims_before(&cheap, 49e6) == 50000);
    assert_true(rt_claims_before(&cheap, 51e6) == 0);
    rt_claims_wait(&cheap, 4e6, 51e6);                      /* it is not its claim */
    assert_true(rt_claims_before(&cheap, 51e6) == 0);
    rt_claims_make(&dear, 50000, 51e6);
    rt_claims_wait(&dear, 20e6, 51e6);                      /* it said when it comes again: twice that */
    assert_true(rt_claims_before(&cheap, 90e6) == 50000);
    assert_true(rt_claims_before(&cheap, 92e6) == 0);
    rt_claims_make(&cheap, 10000, 92e6);                    /* takes its place */
    add(&dear, 0, 1000000);
    assert_true(rt_claims_before(&dear, 92e6) == 10000);
}

static void first_instances(void **state)
{
    (void)state;
    rt_target_count = 1;
    rt_claims_expect(16);
    rt_claims_begin(1e6, false);
    assert_true(rt_claims_first() > 0.999);                 /* who marked it in the source may have it alone */
    assert_true(rt_claims_to_come() == 0);
    rt_claims_begin(1e6, true);
    assert_true(rt_claims_expects_more());
    assert_int_equal(rt_claims_targets(), 1);               /* no other one may come */
    assert_true(rt_claims_first() == 0.5);
    assert_true(rt_claims_to_come() == 0.5 * 15 / 16);
    rt_target_count = 2;
    rt_claims_begin(2e6, true);
    assert_int_equal(rt_claims_targets(), 16);
    assert_in_range(rt_claims_first() * 1e6, 124999, 125001);
    rt_target_count = 12;
    assert_true(rt_claims_to_come() == 0.125);
    rt_target_count = 17;                                   /* some were loaded meanwhile */
    assert_false(rt_claims_expects_more());
    assert_int_equal(rt_claims_targets(), 17);
    assert_true(rt_claims_to_come() == 0);
    rt_claims_begin(2e6, true);
    assert_in_range(rt_claims_since_ns(), 1000000, 1000001);        /* the first one's */
    assert_in_range(rt_claims_first() * 1e6, 119000, 120000);
    rt_claims_expect(UINT32_MAX);
    rt_claims_begin(3e6, true);
    assert_true(rt_claims_first() > 0 && rt_claims_first() < 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_target_has_all, begin),
        cmocka_unit_test_setup(shares, begin),
        cmocka_unit_test_setup(what_iterations_count, begin),
        cmocka_unit_test_setup(many_pairs, begin),
        cmocka_unit_test_setup(who_has_had_more_leaves_it, begin),
        cmocka_unit_test_setup(who_has_had_less_is_first, begin),
        cmocka_unit_test_setup(grows_old, begin),
        cmocka_unit_test_setup(first_instances, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
