/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a fit is told: names, codes, the contract's JSON object. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fit/fit.h"
#include "fit/fit_json.h"

static void names_and_codes(void **state)
{
    (void)state;
    for (int c = FIT_1; c <= FIT_POWER; c++)
        for (int d = FIT_NONE; d < c; d++)
            assert_string_not_equal(fit_class_name((enum fit_class)c),
                                    fit_class_name((enum fit_class)d));
    assert_string_equal(fit_class_name((enum fit_class)99), "?");
    for (unsigned i = 0; i < FIT_WARNINGS; i++) {
        assert_non_null(fit_warning_code(i));
        assert_non_null(fit_warning_text(i));
        assert_null(strchr(fit_warning_code(i), ' '));
    }
    assert_null(fit_warning_code(FIT_WARNINGS));
    assert_null(fit_warning_text(FIT_WARNINGS));
    assert_string_equal(fit_warning_code(FIT_FEW_SIZES), "few-sizes");
    assert_string_equal(fit_warning_code(FIT_FALLS), "falls");
    assert_string_equal(fit_warning_code(FIT_TWO_REGIMES), "two-regimes");
}

static void json_shape(void **state)
{
    struct fit fit = { .cls = FIT_N2, .exponent = 1.98, .exponent_low = 1.91, .exponent_high = NAN,
                       .base = NAN, .r2 = 0.998, .set = 1u << FIT_N2 | 1u << FIT_N2LOGN,
                       .warnings = 1u << FIT_WEAK, .formula = "0.0093 n^2" };
    json_t *json = fit_to_json(&fit), *list;
    (void)state;
    assert_string_equal(json_string_value(json_object_get(json, "class")), "n^2");
    assert_true(json_real_value(json_object_get(json, "exponent")) == 1.98);
    assert_true(json_is_null(json_object_get(json, "exponent_high")));
    assert_true(json_is_null(json_object_get(json, "base")));
    list = json_object_get(json, "alternatives");
    assert_int_equal(json_array_size(list), 1);
    assert_string_equal(json_string_value(json_array_get(list, 0)), "n^2 log n");
    assert_string_equal(json_string_value(json_object_get(json, "formula")), "0.0093 n^2");
    assert_string_equal(json_string_value(json_array_get(json_object_get(json, "warnings"), 0)),
                        "weak");
    json_decref(json);
    assert_int_equal(fit_run(NULL, 0, &fit), 0);
    json = fit_to_json(&fit);
    assert_true(json_is_null(json_object_get(json, "class")));
    assert_true(json_is_null(json_object_get(json, "formula")));
    assert_true(json_is_null(json_object_get(json, "exponent")));
    assert_int_equal(json_array_size(json_object_get(json, "alternatives")), 0);
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_codes), cmocka_unit_test(json_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
