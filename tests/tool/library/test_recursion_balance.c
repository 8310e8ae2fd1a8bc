/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The verdict on recursions, from logs of models of programs: no false alarm,
 * and the right class for those that deserve one.
 */
#include <math.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "target/recursion_balance.h"
#include "target/dataset.h"
#include "models.h"

#define MAX_RUNS 16

/* Sizes of runs, and which instances have which flags. */
struct plan {
    unsigned n[MAX_RUNS], runs;
    uint8_t flags[MAX_RUNS];
};

static struct log_points *run_points(struct machine *m, const struct model *model, unsigned n,
                                     uint8_t id, uint8_t flags)
{
    struct log_points *points;
    struct logmake made;
    struct log *log;
    struct err err;
    model_log(&made, m, model, n, id, flags);
    if (log_parse(made.bytes, made.size, &log, &err) != 0)
        fail_msg("%s: %s", model->name, err.text);
    assert_int_equal(log_points_make(log, "log", 0, &points, &err), 0);
    log_free(log);
    return points;
}

static void fleet(struct machine *m, const struct model *model, const struct plan *plan,
                  struct dataset *set)
{
    struct err err;
    *set = (struct dataset){ 0 };
    for (unsigned i = 0; i < plan->runs; i++)
        assert_int_equal(dataset_add(set, run_points(m, model, plan->n[i], (uint8_t)(i + 1),
                                                     plan->flags[i])), 0);
    assert_int_equal(dataset_finish(set, &err), 0);
    assert_int_equal(set->n_targets, 1);
}

/* Runs of growing size, evenly in ln n. */
static struct plan growing(double low, double high, unsigned runs)
{
    struct plan plan = { .runs = runs };
    for (unsigned i = 0; i < runs; i++) {
        double part = runs > 1 ? (double)i / (runs - 1) : 0;
        plan.n[i] = (unsigned)lround(low * pow(high / low, part));
    }
    return plan;
}

/* 2: exponential, 1: another alarm, 0: none. */
static int alarm_of(const struct target *t)
{
    return t->judgement.verdict == TARGET_ALARM ? 1 + t->judgement.exponential : 0;
}

static void describe(const struct model *model, const struct target *t)
{
    const struct fit *fits[] = { &t->fit, &t->instances_fit };
    printf("%s: alarm %d", model->name, alarm_of(t));
    for (int i = 0; i < 2; i++) {
        printf("; %s: %s (", fit_class_name(fits[i]->cls), fits[i]->formula);
        for (unsigned w = 0; w < FIT_WARNINGS; w++)
            if (fits[i]->warnings & 1u << w)
                printf(" %s", fit_warning_code(w));
        printf(" )");
    }
    printf("\n");
}

/* No alarm; of runs enough to tell also no class above n log n, but a power so
 * little above that it is no alarm. */
static bool is_harmless(const struct target *t)
{
    bool few = t->n_points < 10;
    return alarm_of(t) == 0 && (few || t->fit.cls <= FIT_NLOGN || t->fit.cls == FIT_POWER);
}

/* Part of the model's range, from 0.3 to 0.9 of what is above its lower end. */
static struct plan part_of_range(struct machine *m, const struct model *model)
{
    double range = (double)model->high / model->low;
    double low = model->low * pow(range, machine_draw(m, 50) / 100.0);
    return growing(low, low * pow(model->high / low, 0.3 + machine_draw(m, 60) / 100.0), 10);
}

/* Any part, any number of runs, and the RMS of the largest perhaps given up. */
static struct plan any_plan(struct machine *m, const struct model *model)
{
    double range = (double)model->high / model->low;
    double low = model->low * pow(range, machine_draw(m, 100) / 100.0);
    double high = low * pow(model->high / low, machine_draw(m, 101) / 100.0);
    struct plan plan = growing(low, high, 1 + machine_draw(m, 12));
    if (machine_draw(m, 2))
        for (unsigned i = machine_draw(m, plan.runs + 1); i < plan.runs; i++)
            plan.flags[i] = ALOG_I_UNSEEN;
    return plan;
}

static void check_innocents(struct plan (*plan_of)(struct machine *, const struct model *),
                            unsigned repeats, uint64_t seed)
{
    struct machine m;
    unsigned wrong = 0;
    machine_start(&m, seed);
    for (unsigned i = 0; i < n_innocents; i++)
        for (unsigned k = 0; k < repeats; k++) {
            struct dataset set;
            struct plan plan = plan_of(&m, &innocents[i]);
            m.table = (unsigned)pow(10, 1 + machine_draw(&m, 400) / 100.0);
            fleet(&m, &innocents[i], &plan, &set);
            if (!is_harmless(&set.targets[0])) {
                describe(&innocents[i], &set.targets[0]);
                wrong++;
            }
            dataset_free(&set);
        }
    machine_end(&m);
    assert_int_equal(wrong, 0);
}

static void test_innocents(void **state)
{
    (void)state;
    check_innocents(part_of_range, 100, 4);
}

static void test_innocents_anyhow(void **state)
{
    (void)state;
    check_innocents(any_plan, 30, 1);
}

/* What must be said of the guilty.  A sum of powers may be a power next to its
 * highest. */
static const struct verdict {
    const char *name;
    enum fit_class cls;
    double low, high;           /* of the base of 2^n, of the exponent of others */
    bool balanced;
} verdicts[] = {
    { "fib", FIT_EXP, 1.6, 1.64, false },
    { "hanoi", FIT_EXP, 1.98, 2.02, false },
    { "memo that never hits", FIT_EXP, 1.6, 1.64, false },
    { "matcher 2^n", FIT_EXP, 1.98, 2.02, false },
    { "matcher n^3", FIT_N3, 2.8, 3.2, false },
    { "matcher n^3 by the RMS", FIT_N3, 2.8, 3.2, true },
    { "four halves of records", FIT_N2, 1.8, 2.2, true },
    { "queens", FIT_EXP, 3, 5, false },
    { "tours", FIT_EXP, 4, 9, false },
    { "edit distance", FIT_EXP, 2.2, 2.5, false },
    { "ackermann 2", FIT_N2, 1.9, 2.1, false },
    { "ackermann 3", FIT_N2, 1.9, 2.1, false },
};

static void test_guilty(void **state)
{
    struct machine m;
    unsigned wrong = 0;
    (void)state;
    machine_start(&m, 4);
    for (unsigned i = 0; i < n_guilty; i++) {
        const struct verdict *v = &verdicts[i];
        struct plan plan = growing(guilty[i].low, guilty[i].high, 10);
        struct dataset set;
        assert_string_equal(v->name, guilty[i].name);
        fleet(&m, &guilty[i], &plan, &set);
        const struct target *t = &set.targets[0];
        double value = v->cls == FIT_EXP ? t->fit.base : t->fit.exponent;
        bool balanced = t->fit.warnings & 1u << FIT_BALANCED;
        bool power = t->fit.cls == FIT_POWER && v->cls == FIT_N3;
        if ((t->fit.cls != v->cls && !power) || alarm_of(t) != (v->cls == FIT_EXP ? 2 : 1) || value < v->low ||
            value > v->high || balanced != v->balanced) {
            describe(&guilty[i], t);
            wrong++;
        }
        dataset_free(&set);
    }
    machine_end(&m);
    assert_int_equal(wrong, 0);
}

/* Three runs of one size: only single calls can be fitted, and the RMS does not
 * vary.  The number of calls for each byte decides. */
static void test_one_size(void **state)
{
    struct plan plan = { .runs = 3, .n = { 18, 18, 18 } };
    struct dataset set;
    struct machine m;
    (void)state;
    machine_start(&m, 1);
    fleet(&m, model_find("fib"), &plan, &set);
    assert_int_equal(set.targets[0].fit.cls, FIT_NONE);
    assert_int_equal(set.targets[0].instances_fit.cls, FIT_EXP);
    assert_int_equal(alarm_of(&set.targets[0]), 2);
    dataset_free(&set);
    plan = (struct plan){ .runs = 3, .n = { 1000, 1000, 1000 } };
    fleet(&m, model_find("merge sort"), &plan, &set);
    assert_int_equal(set.targets[0].instances_fit.cls, FIT_NONE);
    assert_true(set.targets[0].instances_fit.warnings & 1u << FIT_BALANCED);
    assert_true(set.targets[0].warnings & 1u << WARN_BALANCED);
    assert_int_equal(alarm_of(&set.targets[0]), 0);
    dataset_free(&set);
    machine_end(&m);
}

/* Without any RMS nothing is claimed, but what the chain alone can tell. */
static void test_no_rms(void **state)
{
    static const struct {
        const char *name;
        enum fit_class cls;
    } cases[] = {
        { "fib", FIT_NONE }, { "merge sort of 2^k bytes", FIT_NONE }, { "list walk", FIT_N },
    };
    struct machine m;
    (void)state;
    machine_start(&m, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct model *model = model_find(cases[i].name);
        struct plan plan = growing(model->low, model->high, 10);
        struct dataset set;
        memset(plan.flags, ALOG_I_UNSEEN, sizeof plan.flags);
        fleet(&m, model, &plan, &set);
        const struct target *t = &set.targets[0];
        assert_int_equal(t->fit.cls, cases[i].cls);
        assert_int_equal(!!(t->fit.warnings & 1u << FIT_NO_RMS), cases[i].cls == FIT_NONE);
        assert_true(t->warnings & 1u << WARN_UNSEEN);
        assert_int_equal(alarm_of(t), 0);
        dataset_free(&set);
    }
    machine_end(&m);
}

/* What is known of the smaller ones is enough. */
static void test_some_rms(void **state)
{
    struct plan plan = growing(5, 23, 10);
    struct dataset set;
    struct machine m;
    (void)state;
    machine_start(&m, 1);
    for (unsigned i = 6; i < plan.runs; i++)
        plan.flags[i] = ALOG_I_UNSEEN;
    fleet(&m, model_find("fib"), &plan, &set);
    assert_int_equal(set.targets[0].fit.cls, FIT_EXP);
    dataset_free(&set);
    machine_end(&m);
}

/* Both sides of the numbers that decide. */
static void test_borders(void **state)
{
    static const struct {
        struct outermost o[4];
        bool visits, outgrows;
    } cases[] = {
        /* one size: 8 calls a byte */
        { { { 10, 800, 100, 1 }, { 10, 800, 100, 1 } }, true, false },
        { { { 10, 801, 100, 1 }, { 10, 801, 100, 1 } }, false, true },
        { { { 10, 800, NAN, 1 }, { 10, 801, 100, 1 } }, false, true },
        /* two: 8 more calls for each byte more */
        { { { 5, 100, 1000, 1 }, { 10, 900, 1100, 1 } }, true, false },
        { { { 5, 100, 1000, 1 }, { 10, 901, 1100, 1 } }, false, true },
        /* calls that grow like RMS^3.4 and ^3.6 */
        { { { 5, 1000, 10, 1 }, { 10, 2511886, 100, 1 } }, false, false },
        { { { 5, 1000, 10, 1 }, { 10, 3981071, 100, 1 } }, false, true },
        /* a table of 2456 bytes, read in part, then all; and one that is large enough */
        { { { 6, 25, 190, 1 }, { 9, 109, 730, 1 }, { 12, 465, 1917, 1 }, { 15, 1973, 2452, 1 } },
          false, true },
        { { { 6, 25, 200, 1 }, { 9, 109, 870, 1 }, { 12, 465, 3700, 1 }, { 15, 1973, 15700, 1 } },
          true, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct balance b;
        assert_int_equal(balance_make(cases[i].o, cases[i].o[2].count ? 4 : 2, &b), 0);
        if (!b.known || b.visits != cases[i].visits || b.outgrows != cases[i].outgrows)
            fail_msg("case %zu: visits %d, outgrows %d", i, b.visits, b.outgrows);
    }
}

/* "2^n" is never said of the RMS: few small flood fills looked like that. */
static void test_exponential_of_rms(void **state)
{
    (void)state;
    for (int visits = 0; visits < 2; visits++) {
        const struct balance b = { .known = true, .visits = visits, .bushy = true,
                                   .fit = { .cls = FIT_EXP, .sigma = 0.01 },
                                   .beyond = { .cls = FIT_EXP, .sigma = 0.01 } };
        struct fit fit = { .cls = FIT_N2, .exponent_low = 1.9 };
        balance_judge(&b, &fit);
        assert_int_equal(fit.cls, visits ? FIT_NONE : FIT_N2);
        assert_int_equal(!!(fit.warnings & 1u << FIT_BALANCED), visits);
    }
}

int main(void)
{
    omp_set_num_threads(1);     /* one target at a time: threads would only wait */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guilty),     cmocka_unit_test(test_innocents),
        cmocka_unit_test(test_innocents_anyhow), cmocka_unit_test(test_one_size),
        cmocka_unit_test(test_no_rms),     cmocka_unit_test(test_some_rms),
        cmocka_unit_test(test_borders),    cmocka_unit_test(test_exponential_of_rms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
