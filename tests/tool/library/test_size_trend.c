/* SPDX-License-Identifier: GPL-3.0-or-later
 * Sizes that are hardly known, and may be off with a trend: where an exponent's interval ends then. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

#include "target/dataset_fit.h"
#include "point/warning_texts.h"

#define RUNS 5

struct scene {
    struct fit_point point[RUNS];
    struct target_point run[RUNS];
    const struct target_point *of[RUNS];
    struct fit_list list;
};

/* Cost is the square of the size; each size's interval ends a factor below and above it. */
static struct fit_list make(struct scene *s, double factor, size_t wide)
{
    for (size_t i = 0; i < RUNS; i++) {
        double size = ldexp(1000, (int)(2 * i));
        s->point[i] = (struct fit_point){ .size = size, .cost = size * size, .weight = 1 };
        s->run[i] = (struct target_point){ .size = { size, size / factor, size * factor },
                                           .warnings = i < wide ? 1u << WARN_WIDE : 0 };
        s->of[i] = &s->run[i];
    }
    return (struct fit_list){ s->point, s->of, RUNS };
}

/* From 1,000 to 256,000: ln 256 apart. */
static void test_trend(void **state)
{
    struct fit fit = { .cls = FIT_N2, .exponent = 2, .exponent_low = 1.9, .exponent_high = 2.1 };
    struct scene scene;
    (void)state;
    /* Half of the way: the smallest is a fourth, the largest four times as large. */
    struct fit_list list = make(&scene, 16, RUNS);
    dataset_trend_widen(&list, &fit);
    assert_true(fabs(fit.exponent_low - 2 * log(256) / (log(256) + log(16))) < 1e-9);
    assert_true(fit.exponent_high == 2.1);
}

static void test_no_trend(void **state)
{
    struct fit fit = { .cls = FIT_N2, .exponent = 2, .exponent_low = 1.2, .exponent_high = 2.1 }, constant = { .cls = FIT_1 };
    struct scene scene;
    (void)state;
    struct fit_list list = make(&scene, 16, RUNS / 2);      /* most are known */
    dataset_trend_widen(&list, &fit);
    assert_true(fit.exponent_low == 1.2);
    list = make(&scene, 1, RUNS);           /* exact ones */
    dataset_trend_widen(&list, &fit);
    assert_true(fit.exponent_low == 1.2);
    list = make(&scene, 16, RUNS);
    dataset_trend_widen(&list, &constant);
    assert_true(constant.exponent_low == 0);
    for (size_t i = 0; i < RUNS; i++)       /* costs that do not grow have no trend */
        scene.point[i].cost = 7;
    dataset_trend_widen(&list, &fit);
    assert_true(fit.exponent_low == 1.2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_trend), cmocka_unit_test(test_no_trend) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
