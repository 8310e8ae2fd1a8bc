/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cost that outgrows what the process read, and cost that only looks so.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "target/dataset.h"
#include "target/input_growth.h"

#define RUNS 12

/* A loop's runs, of inputs that grow by a factor each. */
struct fleet {
    struct packed_point points[RUNS];
    struct target_point list[RUNS];
    struct log_points logs[RUNS];
    struct target target;
};

typedef double cost_function(double n);

/* besides: what each process reads that the loop does not go over. */
static struct fleet *fleet_of(struct fleet *f, cost_function *cost, double factor, double besides)
{
    *f = (struct fleet){ .target = { .key.kind = ALOG_LOOP, .points = f->list, .n_points = RUNS } };
    for (size_t i = 0; i < RUNS; i++) {
        double n = round(500 * pow(factor, (double)i));
        f->logs[i].input = (uint64_t)(n + besides);
        f->points[i].cost = (uint64_t)cost(n);
        f->list[i] = (struct target_point){ .log = &f->logs[i], .point = &f->points[i] };
    }
    return f;
}

static bool outgrown(cost_function *cost, double factor, double besides)
{
    struct fleet f;
    return input_is_outgrown(&fleet_of(&f, cost, factor, besides)->target);
}

static double linear(double n)
{
    return n + 20;
}

static double sorted(double n)
{
    return n * log2(n);
}

static double gentle(double n)
{
    return pow(n, 1.25);
}

static double steep(double n)
{
    return n * sqrt(n);
}

static double square(double n)
{
    return n * n / 2;
}

static double falling(double n)
{
    return 1e9 / n;
}

/* Grows by the square, but by a factor of 5 up or down. */
static double scattered(double n)
{
    return n * n * (fmod(n, 7) < 3 ? 1 : 25);
}

static void test_growth(void **state)
{
    (void)state;
    assert_true(outgrown(square, 1.4, 0));
    assert_true(outgrown(steep, 1.4, 0));
    assert_false(outgrown(sorted, 1.4, 0));
    assert_false(outgrown(linear, 1.4, 0));
    assert_false(outgrown(falling, 1.4, 0));
    assert_false(outgrown(scattered, 1.4, 0));
}

/* What all processes read besides makes cost seem to grow faster than the input, or no faster. */
static void test_besides(void **state)
{
    (void)state;
    assert_false(outgrown(linear, 1.4, 4000));
    assert_false(outgrown(gentle, 1.55, 7500));
    assert_true(outgrown(square, 1.4, 1000));
}

static void test_span(void **state)
{
    struct fleet f;
    (void)state;
    assert_false(outgrown(square, 1.18, 0));
    fleet_of(&f, square, 2, 0);
    assert_true(input_is_outgrown(&f.target));
    for (size_t i = 0; i < 4; i++)          /* eight are known */
        f.logs[i].input = 0;
    assert_true(input_is_outgrown(&f.target));
    f.logs[4].input = 0;
    assert_false(input_is_outgrown(&f.target));
}

/* Only loops, and runs that count. */
static void test_which(void **state)
{
    struct fleet f;
    (void)state;
    fleet_of(&f, square, 1.4, 0);
    f.points[11].cost = 1;
    assert_false(input_is_outgrown(&f.target));
    f.list[11].use = POINT_WILD;
    assert_true(input_is_outgrown(&f.target));
    f.target.key.kind = ALOG_RECURSION;
    assert_false(input_is_outgrown(&f.target));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_besides),
        cmocka_unit_test(test_span),
        cmocka_unit_test(test_which),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
