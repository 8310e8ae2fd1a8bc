/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fit on data that nothing, or not all, can be made of. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "fit/fit_json.h"
#include "fit_points.h"

static void refusals(void **state)
{
    struct fit_point points[40];
    (void)state;
    sizes(points, 40, 100, 1.001);      /* within 5 %: one size */
    for (int i = 0; i < 40; i++)
        points[i].cost = points[i].size;
    struct fit fit = run(points, 40);
    assert_int_equal(fit.cls, FIT_NONE);
    assert_int_equal(fit.distinct_sizes, 1);
    assert_true(WARNED(fit, FIT_FEW_SIZES));
    sizes(points, 6, 100, 1.1);         /* six sizes, range 1.6 */
    for (int i = 0; i < 6; i++)
        points[i].cost = points[i].size;
    fit = run(points, 6);
    assert_int_equal(fit.cls, FIT_NONE);
    assert_int_equal(fit.distinct_sizes, 6);
    assert_true(WARNED(fit, FIT_CLOSE_SIZES));
    for (size_t n = 0; n < 5; n++) {
        fit = run(points, n);
        assert_int_equal(fit.cls, FIT_NONE);
        assert_true(WARNED(fit, FIT_FEW_SIZES));
        assert_true(isnan(fit.exponent) && isnan(fit.sigma) && isnan(fit.r2));
        assert_int_equal(fit.set, 0);
        assert_string_equal(fit.formula, "");
    }
}

/* Chains from `low` to `high`, whose calls become `growth` times as many in each step. */
static struct fit chains(int low, int high, double growth, enum fit_sizes sizes)
{
    struct fit_point points[40];
    struct fit fit;
    int n = 0;
    for (int size = low; size <= high; size++)
        points[n++] = (struct fit_point){ size, 3 * pow(growth, size - low) + size, 0, 1 };
    assert_int_equal(fit_run_of(points, (size_t)n, sizes, &fit), 0);
    return fit;
}

/* Lengths that are counted are sizes of their own, and a class needs calls that grow. */
static void counted_sizes(void **state)
{
    static const int spans[][2] = { { 9, 18 }, { 16, 26 }, { 79, 91 } };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        int low = spans[i][0], high = spans[i][1];
        struct fit fit = chains(low, high, 2, FIT_COUNTED);
        assert_int_equal(fit.cls, FIT_EXP);
        assert_int_equal(fit.distinct_sizes, high - low + 1);
        assert_true(chains(low, high, 1.02, FIT_COUNTED).cls != FIT_EXP);
    }
    assert_true(WARNED(chains(16, 26, 1.02, FIT_COUNTED), FIT_CLOSE_SIZES));
    assert_true(WARNED(chains(16, 19, 100, FIT_COUNTED), FIT_FEW_SIZES));
    assert_true(WARNED(chains(16, 26, 2, FIT_MEASURED), FIT_CLOSE_SIZES));
    assert_true(WARNED(chains(79, 91, 2, FIT_MEASURED), FIT_FEW_SIZES));
}

/* What all sizes have besides the input bends a straight line, and no class is sure. */
static void constant_part_of_sizes(void **state)
{
    static const double scatter[] = { 1, 1.2, 0.9, 1.1, 0.8 };
    struct fit_point points[16];
    (void)state;
    sizes(points, 16, 150, 1.2);
    for (int i = 0; i < 16; i++)
        points[i].cost = (points[i].size - 130) * scatter[i % 5];
    struct fit fit = run(points, 16);
    assert_true(fit.set & 1u << FIT_N);
    for (int i = 0; i < 16; i++)
        points[i].cost = points[i].size * points[i].size * scatter[i % 5];
    fit = run(points, 16);
    assert_int_equal(fit.cls, FIT_N2);
    assert_false(fit.set & (1u << FIT_N | 1u << FIT_NLOGN));
}

static void points_left_out(void **state)
{
    static const double bad[] = { 0, -1, NAN, INFINITY, -INFINITY };
    struct fit_point points[20];
    (void)state;
    sizes(points, 8, 10, 2);
    for (int i = 0; i < 8; i++)
        points[i].cost = 3 * points[i].size;
    struct fit plain = run(points, 8);
    for (int i = 0; i < 5; i++) {
        points[8 + i] = (struct fit_point){ bad[i], 1e9, 0, 1 };
        points[13 + i] = (struct fit_point){ 1e7, bad[i], 0, 1 };
    }
    struct fit fit = run(points, 18);
    assert_int_equal(fit.cls, FIT_N);
    assert_string_equal(fit.formula, plain.formula);
    assert_int_equal(fit.rows, 8);
    assert_true(WARNED(fit, FIT_BAD_POINTS));
    assert_true(WARNED(fit, FIT_ZERO_COST));
    assert_int_equal(plain.warnings, 0);
}

/* What must hold whatever went in. */
static void check_sane(const struct fit *fit)
{
    assert_in_range(fit->cls, FIT_NONE, FIT_POWER);
    assert_non_null(memchr(fit->formula, 0, sizeof fit->formula));
    assert_null(strstr(fit->formula, "nan"));
    assert_false(isinf(fit->exponent) || isinf(fit->exponent_low) || isinf(fit->exponent_high));
    assert_false(fit->exponent_low > fit->exponent || fit->exponent_high < fit->exponent);
    assert_false(fit->r2 < 0 || fit->r2 > 1);
    assert_true(isfinite(fit->next_size) && fit->next_size >= 0);
    assert_int_equal(fit->warnings >> FIT_WARNINGS, 0);
    if (fit->cls == FIT_NONE) {
        assert_int_equal(fit->set, 0);
        assert_true(isnan(fit->exponent));
        assert_int_not_equal(fit->warnings, 0);
    } else {
        assert_true(fit->set & 1u << fit->cls);
        assert_true(isfinite(fit->sigma) && isfinite(fit->setup));
        assert_true(fit->formula[0]);
        assert_true(isnan(fit->exponent) == (fit->cls == FIT_EXP));
        assert_true(isfinite(fit->base) == (fit->cls == FIT_EXP));
    }
    json_t *json = fit_to_json(fit);
    char *text = json_dumps(json, 0);
    assert_non_null(text);
    free(text);
    json_decref(json);
}

static void hostile_values(void **state)
{
    static const double values[] = { 0, -0.0, 1, -1, NAN, INFINITY, -INFINITY, 1e300, 1e-300,
                                     5e-324, 1.7976931348623157e308, 2, 3, 10, 100, 1e9, 0.5,
                                     1e15, 7, 4096 };
    enum { VALUES = sizeof values / sizeof *values, MOST = 24 };
    struct fit_point points[MOST];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int told = 0;
    (void)state;
    assert_non_null(rng);
    for (int round = 0; round < 1500; round++) {
        size_t n = gsl_rng_uniform_int(rng, MOST + 1);
        /* Half of them without the values that are left out anyway. */
        unsigned long first = round % 2 ? 7 : 0;
        for (size_t i = 0; i < n; i++) {
            points[i].size = values[first + gsl_rng_uniform_int(rng, VALUES - first)];
            points[i].cost = values[first + gsl_rng_uniform_int(rng, VALUES - first)];
            if (round % 3 == 0 && points[i].size > 0)
                points[i].cost = 2 * points[i].size * points[i].size;   /* may overflow */
            points[i].size_rel_error = values[gsl_rng_uniform_int(rng, VALUES)];
            points[i].weight = values[gsl_rng_uniform_int(rng, VALUES)];
        }
        struct fit fit = run(points, n);
        check_sane(&fit);
        told += fit.cls != FIT_NONE;
    }
    assert_in_range(told, 100, 1500);
    gsl_rng_free(rng);
}

static void extreme_ranges(void **state)
{
    static const double lows[] = { 1e-300, 1e-5, 1, 1e290 };
    struct fit_point points[20];
    (void)state;
    for (size_t k = 0; k < sizeof lows / sizeof *lows; k++)
        for (int power = 0; power < 4; power++)
            for (int factor = 2; factor <= 1024; factor *= 8) {
                sizes(points, 6, lows[k], factor);
                for (int i = 0; i < 6; i++)
                    points[i].cost = 3 * pow(points[i].size / points[0].size, power) * 1e-200;
                struct fit fit = run(points, 6);
                check_sane(&fit);
                if (power == 0)
                    assert_int_equal(fit.cls, FIT_1);
                else if (fit.cls != FIT_POWER)
                    assert_true(fit.set & 1u << (power == 1 ? FIT_N : power == 2 ? FIT_N2 : FIT_N3));
            }
}

static void a_million_rows(void **state)
{
    const size_t n = 1000000;
    struct fit_point *points = calloc(n, sizeof *points);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    (void)state;
    assert_non_null(points);
    assert_non_null(rng);
    for (size_t i = 0; i < n; i++) {
        double size = 1 + floor(exp(14 * gsl_rng_uniform(rng)));
        points[i] = (struct fit_point){ size, size * size * exp(0.2 * gsl_ran_ugaussian(rng)), 0, 1 };
    }
    struct fit fit = run(points, n);
    assert_int_equal(fit.cls, FIT_N2);
    near(fit.exponent, 2, 0.02);
    free(points);
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals), cmocka_unit_test(counted_sizes), cmocka_unit_test(constant_part_of_sizes),
        cmocka_unit_test(points_left_out),
        cmocka_unit_test(hostile_values),
        cmocka_unit_test(extreme_ranges),
        cmocka_unit_test(a_million_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
