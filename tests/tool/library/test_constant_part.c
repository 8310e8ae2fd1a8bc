/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes with a table besides the input, of which small executions read a part.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "fit_points.h"
#include "target/verdict.h"

#define SIZES 20

static void check_table(const double data[][2], size_t n)
{
    struct fit_point points[SIZES];
    for (size_t i = 0; i < n; i++)
        points[i] = (struct fit_point){ .size = data[i][0], .cost = data[i][1], .weight = 1 };
    struct fit fit = run(points, n);
    assert_int_equal(fit.cls, FIT_N15);
    assert_true(fit.exponent_low > 1.25);
    assert_true(fit.tame_above);
}

/* The first copy loop of bzip2, which looks each byte up in a table of 1,024 bytes: n iterations.  Of the others only the
 * smallest reads a part of the table. */
static void table_of_bzip2(void **state)
{
    static const double data[][2] = { { 169, 26 }, { 1029, 270 }, { 1116, 321 }, { 1339, 436 }, { 1738, 735 }, { 2550, 1479 },
                                      { 2706, 1635 }, { 2878, 1803 }, { 4469, 3394 }, { 4492, 3417 }, { 4770, 3695 },
                                      { 5540, 4465 }, { 6076, 5001 } };
    static const double others[][2] = { { 594, 123 }, { 2020, 973 }, { 2224, 1157 }, { 2258, 1187 }, { 2755, 1680 }, { 3063, 1988 },
                                        { 3165, 2090 }, { 4207, 3132 }, { 4817, 3742 }, { 5156, 4081 }, { 5259, 4184 },
                                        { 5833, 4758 }, { 6076, 5001 } };
    (void)state;
    check_table(data, sizeof data / sizeof *data);
    check_table(others, sizeof others / sizeof *others);
}

/* How many of a hundred draws are steep, as an alarm has it.  Inputs from 30 bytes on, each 1.3 times the last; power: of cost;
 * table: bytes, of which n random bytes read a part. */
static int steep_of(double power, double table)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int steep = 0;
    assert_non_null(rng);
    for (int draw = 0; draw < 100; draw++) {
        struct fit_point points[SIZES];
        sizes(points, SIZES, 30, 1.3);
        for (int i = 0; i < SIZES; i++) {
            double n = points[i].size, read = table > 0 ? table * (1 - exp(-8 * n / table)) : 0;
            points[i].size = n + read;
            points[i].cost = pow(n, power) * exp(0.05 * gsl_ran_ugaussian(rng));
        }
        struct fit fit = run(points, SIZES);
        steep += judge_alarm(&fit) && fit.exponent_low > ALARM_LOW && !fit.tame_above;
    }
    gsl_rng_free(rng);
    return steep;
}

static void tables(void **state)
{
    (void)state;
    for (double table = 250; table <= 1000; table *= 2)
        assert_in_range(steep_of(1, table), 0, 5);
    assert_in_range(steep_of(1.5, 0), 95, 100);
    assert_in_range(steep_of(2, 0), 95, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_of_bzip2),
        cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
