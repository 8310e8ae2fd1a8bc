/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fitted.h"
#include "point/warning_texts.h"

static void test_alarm(void **state)
{
    static const struct {
        enum fit_class cls;
        unsigned others;
        int alarm;
    } cases[] = {
        { FIT_NONE, 0, 0 },
        { FIT_1, 0, 0 },
        { FIT_N, 0, 0 },
        { FIT_NLOGN, 0, 0 },
        { FIT_N15, 0, 1 },
        { FIT_N15, 1u << FIT_NLOGN | 1u << FIT_N, 0 },
        { FIT_N2, 0, 1 },
        { FIT_N2, 1u << FIT_N2LOGN | 1u << FIT_N15, 1 },
        { FIT_N2, 1u << FIT_N, 0 },
        { FIT_N3, 0, 1 },
        { FIT_EXP, 0, 2 },
        { FIT_EXP, 1u << FIT_N3, 2 },
        { FIT_EXP, 1u << FIT_N, 0 },
        { FIT_POWER, 0, 1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fit fit = fit_of(cases[i].cls, cases[i].others);
        if (judge_alarm(&fit) != cases[i].alarm)
            fail_msg("case %zu: alarm %d", i, judge_alarm(&fit));
    }
    struct fit slow = fit_of(FIT_POWER, 0);
    slow.exponent_low = 1.04;
    assert_int_equal(judge_alarm(&slow), 0);
    /* The classes beside n^b are the nearest, which it excludes. */
    slow.set |= 1u << FIT_NLOGN;
    slow.exponent_low = 1.25;
    assert_int_equal(judge_alarm(&slow), 1);
    /* But for what is as good for sizes less a constant. */
    slow.tame_beyond = true;
    assert_int_equal(judge_alarm(&slow), 0);
    /* n log n has no exponent of 1.4, but one of 1.25. */
    slow = fit_of(FIT_N15, 1u << FIT_NLOGN);
    assert_int_equal(judge_alarm(&slow), 1);
    slow.exponent_low = 1.25;
    assert_int_equal(judge_alarm(&slow), 0);
    slow = fit_of(FIT_NLOGN, 1u << FIT_N15);
    slow.exponent_low = 1.4;
    assert_int_equal(judge_alarm(&slow), 0);
}

/* Where the program told its own n, the fit against that stands for the one against bytes read if it has a class and no
 * lower confidence. */
static void test_told(void **state)
{
    struct target_told told = { .runs.cls = FIT_NONE };
    struct target t = target_of(1, 1, FIT_NONE, FIT_NONE);
    struct judgement j;
    (void)state;
    t.told_by = TOLD_BY_PROGRAM;
    t.told = &told;
    told.runs = fit_of(FIT_N2, 0);
    j = judge_verdict(&t, VIEW_BOTH);
    assert_int_equal(j.verdict, TARGET_ALARM);
    assert_int_equal(j.decides, VIEW_TOLD);
    assert_string_equal(view_fit_name(j.decides), "user_fit");
    assert_int_equal(judge_confidence(&t, j.decides), CONFIDENCE_HIGH);

    t.fit = fit_of(FIT_N, 0);           /* both are sure: an n that was told is exact */
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).decides, VIEW_TOLD);
    told.runs.warnings = 1u << FIT_SCATTERED;
    j = judge_verdict(&t, VIEW_BOTH);
    assert_int_equal(j.decides, VIEW_RUNS);
    assert_int_equal(j.verdict, TARGET_FINE);
    told.runs = (struct fit){ .cls = FIT_NONE };
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).decides, VIEW_RUNS);

    told.instances = fit_of(FIT_N2, 0);
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).decides, VIEW_TOLD_INSTANCES);
    assert_int_equal(judge_verdict(&t, VIEW_RUNS).verdict, TARGET_FINE);
    t.told_by = TOLD_BY_NOBODY;                    /* what is left in a fit that nothing was told for */
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_FINE);
}

/* What the command was given stands in only where bytes read say nothing, or little. */
static void test_commanded(void **state)
{
    struct target_told told = { .runs.cls = FIT_NONE };
    struct target t = target_of(1, 1, FIT_N, FIT_NONE);
    (void)state;
    t.told_by = TOLD_BY_CALLER;
    t.told = &told;
    told.runs = fit_of(FIT_N2, 0);
    told.work = fit_of(FIT_N2, 0);
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_FINE);
    t.fit.set |= 1u << FIT_NLOGN;       /* medium */
    assert_int_equal(judge_basis(&t, VIEW_RUNS), VIEW_RUNS);
    assert_int_equal(judge_basis(&t, VIEW_WORK), VIEW_WORK);
    t.fit.set |= 1u << FIT_N15;         /* low */
    assert_int_equal(judge_basis(&t, VIEW_RUNS), VIEW_TOLD);
    assert_int_equal(judge_basis(&t, VIEW_WORK), VIEW_TOLD_WORK);
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_ALARM);
    t.told_by = TOLD_BY_PROGRAM;
    t.fit.set = 1u << FIT_N;
    assert_int_equal(judge_basis(&t, VIEW_RUNS), VIEW_TOLD);
}

/* What the process read stands in for bytes that say little, or leave it open. */
static void test_told_by_input(void **state)
{
    struct target_told told = { .work.cls = FIT_NONE, .instances.cls = FIT_NONE };
    struct target t = target_of(1, 1, FIT_NONE, FIT_NONE);
    (void)state;
    t.told_by = TOLD_BY_INPUT;
    t.told = &told;
    told.runs = fit_of(FIT_N2, 0);
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).decides, VIEW_TOLD);
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_ALARM);
    t.fit = fit_of(FIT_N, 0);               /* fine */
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_FINE);
    t.fit.set |= 1u << FIT_NLOGN;
    assert_int_equal(judge_basis(&t, VIEW_RUNS), VIEW_RUNS);
    t.fit = fit_of(FIT_N2, 0);              /* steep, but not for sure */
    t.fit.exponent_low = 1.1;
    assert_int_equal(judge_basis(&t, VIEW_RUNS), VIEW_TOLD);
    told.runs.set |= 1u << FIT_N15 | 1u << FIT_NLOGN | 1u << FIT_N;
    told.runs.exponent_low = 1;             /* neither is this */
    assert_int_equal(judge_basis(&t, VIEW_RUNS), VIEW_RUNS);
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_UNKNOWN);
    told.runs = fit_of(FIT_N2, 0);
    told.runs.size_low = 20;                /* bytes, not elements */
    told.runs.size_high = 200;
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_UNKNOWN);
    t.told_by = TOLD_BY_PROGRAM;
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_ALARM);
}

/* Bytes accessed against the told n make a calm answer one that is not known. */
static void test_told_work(void **state)
{
    struct target_told told = { .runs.cls = FIT_NONE };
    struct target t = target_of(1, 1, FIT_NONE, FIT_NONE);
    (void)state;
    t.told_by = TOLD_BY_PROGRAM;
    t.told = &told;
    told.runs = fit_of(FIT_N, 0);
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_FINE);
    told.work = fit_of(FIT_N2, 0);
    t.work_share = NAN;
    struct judgement j = judge_verdict(&t, VIEW_BOTH);
    assert_int_equal(j.verdict, TARGET_ALARM);
    assert_int_equal(j.decides, VIEW_TOLD_WORK);
    told.work.warnings = 1u << FIT_SCATTERED;     /* from n to a thousand times n, for example */
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_UNKNOWN);
    told.work.warnings = 0;
    told.work.set |= 1u << FIT_N;
    assert_int_equal(judge_verdict(&t, VIEW_BOTH).verdict, TARGET_UNKNOWN);
}

/* The worse of iterations and work decides, over runs and over single instances. */
static void test_work(void **state)
{
    static const struct {
        enum fit_class fit, instances, work, instances_work;
        enum view decides;
    } cases[] = {
        { FIT_N, FIT_N, FIT_N2, FIT_N2, VIEW_WORK },
        { FIT_N, FIT_N, FIT_NONE, FIT_N2, VIEW_INSTANCES_WORK },
        { FIT_N2, FIT_NONE, FIT_N3, FIT_NONE, VIEW_WORK },
        { FIT_N2, FIT_NONE, FIT_N2, FIT_NONE, VIEW_RUNS },
        { FIT_NONE, FIT_N2, FIT_NONE, FIT_N3, VIEW_INSTANCES_WORK },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct target t = target_of(1, 100, cases[i].fit, cases[i].instances);
        t.work_share = NAN;
        t.work_fit = fit_of(cases[i].work, 0);
        t.instances_work_fit = fit_of(cases[i].instances_work, 0);
        struct judgement j = judge_verdict(&t, VIEW_BOTH);
        if (j.verdict != TARGET_ALARM || j.decides != cases[i].decides)
            fail_msg("case %zu: %s, by %s", i, target_verdict_name(j.verdict), view_fit_name(j.decides));
    }
    struct target t = target_of(1, 100, FIT_N, FIT_N);
    t.work_fit = fit_of(FIT_N2, 1u << FIT_N15 | 1u << FIT_NLOGN);
    t.work_fit.exponent_low = 1.1;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    /* Of instances that were cut it may be unknown, and steep. */
    t.work_fit = t.instances_work_fit = fit_of(FIT_NONE, 0);
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.warnings |= 1u << WARN_CUT;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
}

/* What is steep, and yet no alarm: single instances that runs contradict, unless they are steep for sure; and loops
 * whose cost doubles with a hundred bytes. */
static void test_mistaken(void **state)
{
    struct target t = target_of(1, 100, FIT_N, FIT_N15);
    (void)state;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t = target_of(1, 100, FIT_N, FIT_N2);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t = target_of(1, 100, FIT_NONE, FIT_N15);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t = target_of(1, 100, FIT_EXP, FIT_NONE);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.base = 1.005;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.key.kind = ALOG_RECURSION;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* Work of single instances, which differs by what an iteration met. */
static void test_work_of_instances(void **state)
{
    struct target t = target_of(1, 100, FIT_NONE, FIT_N);
    (void)state;
    t.work_share = NAN;
    t.instances_work_fit = fit_of(FIT_N15, 0);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.work_fit = fit_of(FIT_NLOGN, 0);  /* not excluded for sure: */
    t.work_fit.exponent_high = 1.45;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.work_fit = fit_of(FIT_NONE, 0);
    t.work_fit.warnings = 1u << FIT_TWO_REGIMES;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.work_fit.cost_high = 64 * t.work_fit.cost_low;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.instances_work_fit = fit_of(FIT_N2, 0);   /* steep for sure */
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_work_fit.size_low = t.instances_work_fit.size_high / 9;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.key.kind = ALOG_RECURSION;                /* base cases of a sort */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.instances_work_fit.size_low = t.instances_work_fit.size_high / 10;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t = target_of(1, 100, FIT_NONE, FIT_N);
    t.work_share = NAN;
    t.instances_work_fit = fit_of(FIT_POWER, 0);
    t.instances_work_fit.exponent_low = 1.3;    /* as n log n of few elements */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.instances_work_fit.exponent_low = 1.33;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* Iterations that are steep against sizes, where what they access surely is not. */
static void test_work_excludes(void **state)
{
    struct target t = target_of(1, 100, FIT_NONE, FIT_N2);
    (void)state;
    t.instances_work_fit = fit_of(FIT_N, 0);
    assert_true(t.instances_work_fit.exponent_high < t.instances_fit.exponent_low);
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.instances_work_fit.exponent_high = 2;     /* it may be */
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_work_fit = fit_of(FIT_N, 0);
    t.instances_work_fit.warnings |= 1u << FIT_SCATTERED;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_work_fit = fit_of(FIT_NONE, 0);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit = fit_of(FIT_N2, 0);                  /* of runs it says nothing */
    t.instances_work_fit = fit_of(FIT_N, 0);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* Sizes that span little. */
static void test_weak(void **state)
{
    struct target t = target_of(1, 100, FIT_NONE, FIT_N2);
    (void)state;
    t.instances_fit.size_low = t.instances_fit.size_high / 11;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_fit.size_low = t.instances_fit.size_high / 9;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.instances_fit.size_low = t.instances_fit.size_high / 11;
    t.instances_fit.tame_above = true;          /* a table that is read besides */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t = target_of(1, 100, FIT_N15, FIT_NONE);
    t.fit.tame_above = true;                    /* runs may read more of a table each time */
    t.fit.exponent_low = 1.3;                   /* as n log n of few elements */
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.warnings = 1u << FIT_WEAK;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.exponent_low = 1.33;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* What is too little for a steep answer of a loop. */
static void test_small(void **state)
{
    struct target t = target_of(1, 100, FIT_N2, FIT_NONE);
    (void)state;
    t.fit.size_low = 18;
    t.fit.size_high = 256;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.size_high = 255;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t = target_of(1, 100, FIT_EXP, FIT_NONE);
    t.fit.size_low = 16;
    t.fit.size_high = 78;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.cost_high = 15 * t.fit.cost_low;      /* hardly an exponential */
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    /* Single instances have no exponential that runs do not have. */
    t = target_of(1, 100, FIT_NLOGN, FIT_EXP);
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.fit = fit_of(FIT_NONE, 0);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_fit.warnings = 1u << FIT_WEAK;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    /* Nor one whose largest comes to a byte four times: some small sizes bend by chance. */
    t.instances_fit.warnings = 0;
    t.instances_fit.cost_high = 4 * t.instances_fit.size_high;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.instances_fit.cost_high = 8 * t.instances_fit.size_high;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* Runs of unrelated inputs, as of a test suite, are clouds of points. */
static void test_clouds(void **state)
{
    struct target t = target_of(1, 100, FIT_EXP, FIT_NONE);
    (void)state;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.cost_high = 7 * t.fit.size_high;      /* it does not enumerate */
    t.fit.cost_low = t.fit.cost_high / 100;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.cost_high = 8 * t.fit.size_high;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.warnings = 1u << FIT_WEAK;
    t.fit.r2 = 0.89;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.r2 = 0.91;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t = target_of(1, 100, FIT_N2, FIT_NONE);
    t.fit.r2 = 0.79;
    t.fit.sigma = 0.29;         /* a curve, and some runs besides */
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.sigma = 0.31;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.r2 = 0.81;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
}

/* What keeps a steep fit from being an alarm, one thing at a time. */
static void test_alarms_hold(void **state)
{
    struct target steep = target_of(1, 100, FIT_N2, FIT_NONE), t = steep;
    (void)state;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.exponent_low = 1.15;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t = steep;
    t.fit.size_high = 3900;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t = steep;
    /* Which of some steep classes it is hardly matters, nor does where the interval of what is steep ends above. */
    t.fit.set |= 1u << FIT_N15 | 1u << FIT_N2LOGN;
    t.fit.exponent_high = 4.5;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_MEDIUM);
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.exponent_low = 1.19;
    assert_int_equal(judge_confidence(&t, VIEW_RUNS), CONFIDENCE_LOW);
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    /* Below 64 bytes an execution's cost is mostly its own. */
    t = target_of(1, 100, FIT_N, FIT_N2);
    t.instances_fit.size_low = 48;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.instances_fit.size_low = 64;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.instances_fit.warnings = 1u << FIT_SCATTERED;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    /* Chains are short: of a recursion the calls have to grow. */
    t = target_of(1, 100, FIT_EXP, FIT_NONE);
    t.key.kind = ALOG_RECURSION;
    t.fit.size_low = 16;
    t.fit.size_high = 26;
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.fit.cost_low = t.fit.cost_high / 15;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
}

/* What keeps a fit that is no alarm from being fine. */
static void test_green_lights_hold(void **state)
{
    struct target t = target_of(1, 100, FIT_N2, FIT_NONE);
    (void)state;
    /* A tame class that is possible beside a steep one is no green light; with a calm exponent, and an interval
       without n^2, it is. */
    t.fit.set |= 1u << FIT_NLOGN;
    t.fit.exponent_low = 1.05;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.exponent = 1.24;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.exponent_high = 1.75;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.fit.exponent = 1.27;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    t.fit.exponent = 1.24;
    t.fit.exponent_high = NAN;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    /* Nor is it fine where the interval lies above what is tame. */
    t.fit.exponent_high = 1.75;
    t.fit.exponent_low = 1.25;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    /* A constant among scattered costs, which a square explains too, is none either. */
    t = target_of(1, 100, FIT_1, FIT_NONE);
    t.fit.exponent_low = t.fit.exponent_high = NAN;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.fit.set |= 1u << FIT_N2;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
    /* Nor is a fit of low confidence, wherever its interval ends. */
    t = target_of(1, 100, FIT_N, FIT_NONE);
    t.fit.set |= 1u << FIT_LOG;
    assert_int_equal(verdict_of(&t), TARGET_FINE);
    t.fit.set |= 1u << FIT_SQRT;
    assert_int_equal(verdict_of(&t), TARGET_UNKNOWN);
}

/* Alarm from one percent of the process's cost on, or from there at ten times the size. */
static void test_what_matters(void **state)
{
    struct target t = target_of(1, 100, FIT_N2, FIT_NONE);
    (void)state;
    t.share = 0.011;
    assert_true(judge_is_dear(&t, VIEW_RUNS));
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.share = 0.002;            /* ten times as steep as all else: 2 % */
    assert_false(judge_is_dear(&t, VIEW_RUNS));
    assert_int_equal(verdict_of(&t), TARGET_ALARM);
    t.share = 0.0005;
    assert_int_equal(verdict_of(&t), TARGET_WATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alarm), cmocka_unit_test(test_told), cmocka_unit_test(test_commanded),
        cmocka_unit_test(test_told_by_input), cmocka_unit_test(test_told_work), cmocka_unit_test(test_work),
        cmocka_unit_test(test_mistaken), cmocka_unit_test(test_work_of_instances), cmocka_unit_test(test_work_excludes),
        cmocka_unit_test(test_small), cmocka_unit_test(test_clouds), cmocka_unit_test(test_weak),
        cmocka_unit_test(test_alarms_hold), cmocka_unit_test(test_green_lights_hold), cmocka_unit_test(test_what_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
