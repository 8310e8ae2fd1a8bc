/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How sure a class is, and verdicts by sizes that are hardly known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fitted.h"
#include "point/warning_texts.h"

static struct target_point sized(double size, double low, double high)
{
    static const struct packed_point brief = { .cost = 1 };
    static const struct log_points log;
    return (struct target_point){ .log = &log, .point = &brief, .size = { size, low, high }, .fitted_size = size };
}

/* What tells four sizes may tell one four times. */
static void test_alike(void **state)
{
    struct target_point points[] = { sized(100, 20, 500), sized(200, 70, 500), sized(200, 90, 400), sized(400, 80, 3e6) };
    struct target t = target_of(1, 100, FIT_EXP, FIT_NONE);
    (void)state;
    t.fit.base = 1.02;
    t.points = points;
    t.n_points = 4;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_LOW);
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    points[3] = sized(300, 290, 310);                   /* but not if one of them is sure, and another excludes it */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    points[2] = sized(200, 190, 210);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    points[2] = sized(300, 300, 300);                   /* exact ones are as good as any */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.key.kind = ALOG_RECURSION;                        /* chains are counted */
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_HIGH);
}

/* A loop does not enumerate so slowly that each 140 bytes double its cost. */
static void test_slow_exponential(void **state)
{
    struct target_point points[] = { sized(100, 100, 100), sized(400, 400, 400) };
    struct target t = target_of(1, 100, FIT_EXP, FIT_NONE);
    (void)state;
    t.points = points;
    t.n_points = 2;
    t.fit.base = 1.02;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_HIGH);
    t.fit.base = 1.005;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_LOW);
    t.key.kind = ALOG_RECURSION;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_HIGH);
}

static const struct packed_point n[] = { { .cost = 100 }, { .cost = 200 }, { .cost = 400 } };

/* A run whose cost is n, and its size. */
static struct target_point linear(const struct packed_point *run, double low, double high)
{
    struct target_point p = sized((double)run->cost, low, high);
    p.point = run;
    p.warnings = 1u << WARN_WIDE;
    return p;
}

/* Three runs, of which two have sizes that are hardly known, and may be one. */
static void test_guessed(void **state)
{
    struct target_point points[] = { linear(&n[0], 90, 400), linear(&n[1], 95, 800), linear(&n[2], 100, 1000) };
    struct target t = target_of(1, 100, FIT_N, FIT_NONE);
    (void)state;
    t.points = points;
    t.n_points = 3;
    t.fit.r2 = 1;
    points[2].warnings = 0;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.share = 0.3;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.share = 0.2;                      /* it does not matter so much */
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.share = 1;
    t.key.kind = ALOG_RECURSION;        /* whose sizes are chains */
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.key.kind = ALOG_LOOP;
    points[0].warnings = 0;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
}

/* Sizes that are hardly known, of which either end tells that cost is tame. */
static void test_tame_by_ends(void **state)
{
    struct target_point points[] = { linear(&n[0], 20, 400), linear(&n[1], 40, 800), linear(&n[2], 80, 1600) };
    struct target t = target_of(1, 100, FIT_N, FIT_NONE);
    (void)state;
    t.points = points;
    t.n_points = 3;
    t.fit.r2 = 0.99;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.fit.r2 = 0.9;                     /* they do not agree with each other */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.r2 = 0.99;
    points[1].size.low = 25;            /* by the lower ends it may be a square */
    points[2].size.low = 40;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    points[1].size.low = 40;
    points[2].size = (struct estimate){ 400, 80, 400 };
    points[0].size.high = 300;          /* by the upper ends likewise */
    points[1].size.high = 310;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
}

/* One thing at a time that makes a class less sure. */
static void test_confidence(void **state)
{
    struct target_point points[8];
    struct packed_point brief = { .cost = 1 };
    struct target sure = target_of(1, 100, FIT_N, FIT_N), t;
    (void)state;
    for (int i = 0; i < 8; i++)
        points[i] = (struct target_point){ .point = &brief, .size = { 1 << i, 1 << i, 1 << i }, .fitted_size = 1 << i };
    sure.points = points;
    sure.n_points = 8;
    assert_int_equal(judge_confidence(&sure, VIEW_RUNS), CONFIDENCE_HIGH);
    t = sure;
    t.fit.exponent_high = t.fit.exponent_low + 0.39;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_HIGH);
    t.fit.exponent_high = t.fit.exponent_low + 0.41;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_MEDIUM);
    t.fit.exponent_high = NAN;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_MEDIUM);
    t.fit.exponent_high = t.fit.exponent_low + 2.1;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_LOW);
    assert_int_equal(judge_confidence(&t, VIEW_INSTANCES), CONFIDENCE_HIGH);
    t = sure;
    t.warnings = 1u << WARN_GROWING_WORK;
    assert_int_equal(judge_confidence(&t, VIEW_INSTANCES), CONFIDENCE_MEDIUM);
    t = sure;
    t.fit.cls = FIT_NONE;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_NONE);
    points[0].warnings = 1u << WARN_BUDGET_LIMITED;
    assert_int_equal(judge_confidence(&sure, VIEW_RUNS), CONFIDENCE_HIGH);
    points[1].warnings = 1u << WARN_BUDGET_LIMITED;
    assert_int_equal(judge_confidence(&sure, VIEW_RUNS), CONFIDENCE_MEDIUM);
    assert_int_equal(judge_confidence(&sure, VIEW_INSTANCES), CONFIDENCE_HIGH);
}

/* Sizes that are printed, and others that are fitted. */
static void test_sizes_agree(void **state)
{
    static const struct {
        double power;
        enum confidence confidence;
    } cases[] = { { 1, CONFIDENCE_HIGH }, { 0.9, CONFIDENCE_HIGH }, { 0.8, CONFIDENCE_MEDIUM }, { 1.3, CONFIDENCE_MEDIUM } };
    struct target_point points[6];
    struct packed_point briefs[6];
    struct target t = target_of(1, 100, FIT_N, FIT_N);
    (void)state;
    t.points = points;
    t.n_points = 6;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        for (int i = 0; i < 6; i++) {
            double size = 1000 << i;
            briefs[i] = (struct packed_point){ .cost = (uint64_t)size };
            points[i] = (struct target_point){ .point = &briefs[i], .size = { size, size, size },
                                               .fitted_size = pow(size, cases[k].power) };
        }
        assert_int_equal(judge_confidence(&t, VIEW_RUNS), cases[k].confidence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alike), cmocka_unit_test(test_guessed), cmocka_unit_test(test_tame_by_ends), cmocka_unit_test(test_slow_exponential),
        cmocka_unit_test(test_confidence),
        cmocka_unit_test(test_sizes_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
