/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers: series that other tools publish, fit or get wrong
 * (tests/tool/data/fit.json; each says where it is from and who says what it is).
 * Run from the top folder. */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fit/fit.h"

#define VECTORS "tests/tool/data/fit.json"
#define SERIES 71

static json_t *vectors;

static int load(void **state)
{
    (void)state;
    vectors = json_load_file(VECTORS, 0, NULL);
    return json_array_size(vectors) == SERIES ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    json_decref(vectors);
    return 0;
}

static const char *text(const json_t *series, const char *key)
{
    const char *s = json_string_value(json_object_get(series, key));
    assert_non_null(s);
    return s;
}

static struct fit fit_series(const json_t *series)
{
    const json_t *points = json_object_get(series, "points"), *point;
    size_t n = json_array_size(points), i;
    struct fit_point *list = calloc(n + 1, sizeof *list);
    struct fit fit;
    assert_non_null(list);
    json_array_foreach(points, i, point) {
        list[i].size = json_number_value(json_array_get(point, 0));
        list[i].cost = json_number_value(json_array_get(point, 1));
        list[i].weight = 1;
    }
    assert_int_equal(fit_run(list, n, &fit), 0);
    free(list);
    return fit;
}

static struct fit fit_named(const char *id)
{
    const json_t *series;
    size_t i;
    json_array_foreach(vectors, i, series)
        if (strcmp(text(series, "id"), id) == 0)
            return fit_series(series);
    fail_msg("no series %s", id);
    return (struct fit){ 0 };
}

/* FIT_NONE: not one of the classes. */
static enum fit_class class_of(const char *canonical)
{
    if (strcmp(canonical, "c^n") == 0)
        return FIT_EXP;
    for (int c = FIT_1; c < FIT_EXP; c++)
        if (strcmp(canonical, fit_class_name((enum fit_class)c)) == 0)
            return (enum fit_class)c;
    return FIT_NONE;
}

static void classes_are_found(void **state)
{
    const json_t *series;
    size_t i;
    int best = 0, in_set = 0, all = 0;
    (void)state;
    json_array_foreach(vectors, i, series) {
        enum fit_class truth = class_of(text(series, "canonical"));
        if (truth == FIT_NONE || !json_is_true(json_object_get(series, "recoverable")))
            continue;
        struct fit fit = fit_series(series);
        all++;
        best += fit.cls == truth;
        in_set += fit.set >> truth & 1;
        if (fit.cls != truth)
            print_message("%s: %s, not %s (set %x)\n", text(series, "id"), fit_class_name(fit.cls),
                          fit_class_name(truth), fit.set);
    }
    print_message("best right %d of %d, in the set %d\n", best, all, in_set);
    assert_int_equal(all, 39);
    assert_in_range(best, 36, 39);
    assert_in_range(in_set, 38, 39);
}

static void too_few_sizes_are_refused(void **state)
{
    const json_t *series;
    size_t i;
    int refused = 0;
    (void)state;
    json_array_foreach(vectors, i, series) {
        if (json_integer_value(json_object_get(series, "distinct_sizes")) >= 5)
            continue;
        struct fit fit = fit_series(series);
        assert_int_equal(fit.cls, FIT_NONE);
        assert_true(fit.warnings & 1u << FIT_FEW_SIZES);
        assert_true(isnan(fit.exponent));
        refused++;
    }
    assert_int_equal(refused, 6);
}

static void falling_cost_is_no_class(void **state)
{
    struct fit fit = fit_named("perun-linear-test1");
    (void)state;
    assert_int_equal(fit.cls, FIT_NONE);
    assert_int_equal(fit.set, 0);
    assert_true(fit.warnings & 1u << FIT_FALLS);
    fit = fit_named("perun-quad-test1");    /* rises, then falls */
    assert_int_equal(fit.cls, FIT_NONE);
    assert_true(fit.warnings & (1u << FIT_FALLS | 1u << FIT_TWO_REGIMES));
}

/* Where the source says that the cost function changes, no single class may be
 * claimed as the only one. */
static void segments_are_seen(void **state)
{
    static const char *const ids[] = { "extrap-one_parameter_segmented_1",
                                       "extrap-one_parameter_segmented_2",
                                       "extrap-segmented_5-met1+2" };
    int seen = 0;
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct fit fit = fit_named(ids[i]);
        print_message("%s: %s, %s\n", ids[i], fit_class_name(fit.cls), fit.formula);
        seen += fit.cls == FIT_NONE && fit.warnings & 1u << FIT_TWO_REGIMES;
    }
    assert_in_range(seen, 2, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_found),
        cmocka_unit_test(too_few_sizes_are_refused),
        cmocka_unit_test(falling_cost_is_no_class),
        cmocka_unit_test(segments_are_seen),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
