/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two significant digits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rounded.h"

static void test_digits(void **state)
{
    static const struct {
        uint64_t number, down, up;
    } cases[] = {
        { 0, 0, 0 }, { 9, 9, 9 }, { 99, 99, 99 }, { 100, 100, 100 }, { 101, 100, 110 },
        { 999, 990, 1000 }, { 1000, 1000, 1000 }, { 48213, 48000, 49000 },
        { UINT64_MAX, UINT64_MAX, UINT64_MAX },
        { UINT64_MAX - 1, 18000000000000000000u, UINT64_MAX },
        { 18000000000000000000u, 18000000000000000000u, 18000000000000000000u },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(rounded_down(cases[i].number), cases[i].down);
        assert_int_equal(rounded_up(cases[i].number), cases[i].up);
    }
}

/* So that what was not above another number is not above it afterwards. */
static void test_order(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        assert_true(rounded_down(i) <= rounded_down(i + 1) && rounded_up(i) <= rounded_up(i + 1));
        assert_true(rounded_down(i) <= i && i <= rounded_up(i));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_digits), cmocka_unit_test(test_order) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
