/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs that look steep, and why they may be no alarm.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fitted.h"
#include "point/warning_texts.h"

/* A target's runs. */
struct runs {
    struct packed_point points[7];
    struct target_point list[7];
    struct log_points logs[7];
};

/* Their sizes double from 1,000 on; all else is 0. */
static void give_runs(struct target *t, struct runs *r)
{
    *r = (struct runs){ 0 };
    t->points = r->list;
    t->n_points = 7;
    for (size_t i = 0; i < 7; i++) {
        double size = 1000 << i;
        r->list[i] = (struct target_point){ .log = &r->logs[i], .point = &r->points[i], .fitted_size = size, .size.size = size };
    }
}

/* Runs look steep. Single instances are linear for sure: of so many in each run the cost cannot grow so. */
static void test_explained(void **state)
{
    struct runs r;
    struct target t = target_of(1, 100, FIT_N15, FIT_N);
    (void)state;
    give_runs(&t, &r);
    t.instances_fit.law[0] = (struct fit_law){ .cls = FIT_N, .power = 1, .unit = 1 };
    t.instances_fit.n_laws = 1;
    for (size_t i = 0; i < 7; i++)
        r.points[i] = (struct packed_point){ .instances = 40, .cost = 40u * (1000u << i) };
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    r.points[3].cost *= 2;                /* instances that were not traced cost more */
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    r.points[3].cost /= 2;
    t.instances_fit.size_high = 30000;  /* nobody knows what the largest cost */
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_fit.size_high = 64000;
    t.instances_fit.warnings = 1u << FIT_WEAK;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_fit.warnings = 0;
    for (size_t i = 0; i < 7; i++)      /* the more the larger */
        r.points[i].cost = (r.points[i].instances = 1u << i) * (1000u << i);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* Runs look steep, but cost goes with what the process read. */
static void test_input(void **state)
{
    struct runs r;
    struct target t = target_of(1, 100, FIT_N2, FIT_NONE);
    (void)state;
    give_runs(&t, &r);
    for (size_t i = 0; i < 7; i++) {
        r.logs[i].input = 5000 << 2 * i;
        r.points[i] = (struct packed_point){ .instances = 40, .cost = 1000 << 2 * i };
    }
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.key.kind = ALOG_RECURSION;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.key.kind = ALOG_LOOP;
    for (size_t i = 0; i < 3; i++)      /* four are not enough */
        r.logs[i].input = 0;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    for (size_t i = 0; i < 7; i++)      /* the input grows as the size */
        r.logs[i].input = 5000 << i;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    for (size_t i = 0; i < 7; i++)      /* it hardly grows */
        r.logs[i].input = 5000 + i;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* Runs look steep, but their sizes are hardly known. */
static void test_hardly_sized(void **state)
{
    struct runs r;
    struct target t = target_of(1, 100, FIT_N2, FIT_NONE);
    (void)state;
    give_runs(&t, &r);
    t.fit.warnings = 1u << FIT_SCATTERED;
    t.fit.r2 = 0.81;
    for (size_t i = 0; i < 7; i++)
        r.list[i].warnings = i < 3 ? 1u << WARN_WIDE : 0;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.r2 = 0.79;                    /* they hardly explain the cost */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.r2 = 0.81;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    r.list[3].warnings = 1u << WARN_WIDE;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.warnings = 0;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.warnings = 1u << FIT_WEAK;    /* and span little */
    t.fit.exponent_low = 1.45;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.exponent_low = 1.55;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.exponent_low = 1.45;
    t.work_fit = t.fit;
    t.work_share = NAN;
    t.fit = fit_of(FIT_NONE, 0);        /* of work likewise */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    r.list[2].warnings = r.list[3].warnings = 0;        /* two of seven */
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_explained),
        cmocka_unit_test(test_input),
        cmocka_unit_test(test_hardly_sized),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
