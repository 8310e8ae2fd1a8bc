/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How an exponent and its interval are written.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/out.h"

static void expect(double exponent, double low, double high, const char *wanted)
{
    struct fit fit = { .cls = FIT_N, .exponent = exponent, .exponent_low = low, .exponent_high = high };
    char text[64];
    out_exponent(&fit, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void test_even(void **state)
{
    (void)state;
    expect(2.0, 1.9, 2.1, "2.00 ±0.10");
    expect(2.0, 1.6, 2.6, "2.00 ±0.50");
}

/* Sides that hardly show are no reason for two ends. */
static void test_tiny(void **state)
{
    (void)state;
    expect(2.0, 2.0, 2.04, "2.00 ±0.02");
}

/* Of a short uneven interval the middle says as much as the exponent, and the ends are right. */
static void test_short(void **state)
{
    (void)state;
    expect(0.98, 0.97, 1.07, "1.02 ±0.05");
    expect(2.01, 1.92, 2.04, "1.98 ±0.06");
}

static void test_uneven(void **state)
{
    (void)state;
    expect(2.0, 1.97, 5.3, "1.97..5.30");
    expect(1.5, 1.45, 1.75, "1.45..1.75");
}

static void test_unknown(void **state)
{
    (void)state;
    expect(NAN, NAN, NAN, "?");
    expect(1.5, NAN, 2, "1.50");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_even), cmocka_unit_test(test_tiny), cmocka_unit_test(test_short),
                                        cmocka_unit_test(test_uneven), cmocka_unit_test(test_unknown) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
