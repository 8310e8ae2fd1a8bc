/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "fit/search.h"
#include "fit/stats.h"
#include "fit/student_t.h"

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g, not %.12g", value, expected);
}

static void weighted_median(void **state)
{
    struct weighted odd[] = { { 5, 1 }, { 1, 1 }, { 3, 1 } };
    struct weighted even[] = { { 4, 1 }, { 1, 1 }, { 2, 1 }, { 9, 1 } };
    struct weighted heavy[] = { { 1, 1 }, { 7, 10 }, { 3, 1 } };
    struct weighted balanced[] = { { 10, 3 }, { 2, 1 }, { 4, 2 } };
    struct weighted large[] = { { 1.7e308, 1 }, { 1.7e308, 1 } };
    struct weighted one[] = { { 42, 0.5 } };
    (void)state;
    near(stats_weighted_median(odd, 3), 3, 0);
    near(stats_weighted_median(even, 4), 3, 0);
    near(stats_weighted_median(heavy, 3), 7, 0);
    near(stats_weighted_median(balanced, 3), 7, 0);
    near(stats_weighted_median(large, 2), 1.7e308, 0);
    near(stats_weighted_median(one, 1), 42, 0);
}

/* Against GSL's own density, and no point around may be likelier. */
static void t3_is_the_maximum(void **state)
{
    enum { N = 25 };
    double x[N], p[N];
    const struct t3_sample sample = { x, p, N };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    (void)state;
    assert_non_null(rng);
    for (int round = 0; round < 50; round++) {
        struct t3 t;
        for (int i = 0; i < N; i++) {   /* every other round all alike; the product is 1 */
            p[i] = round % 2 == 0 ? 1 : i == 0 ? 1 : i % 2 ? 5 : 0.2;
            x[i] = 7 + 0.4 * gsl_ran_tdist(rng, 3) / sqrt(p[i]);
        }
        stats_t3_start(&sample, &t);
        stats_t3_fit(&sample, &t);
        double direct = 0;
        for (int i = 0; i < N; i++)
            direct += log(gsl_ran_tdist_pdf((x[i] - t.location) * sqrt(p[i]) / t.scale, 3) / t.scale);
        near(t.log_likelihood + N * log(gsl_ran_tdist_pdf(0, 3)), direct, 1e-9);
        for (int k = 0; k < 4; k++) {
            double location = t.location + (k == 0 ? 0.01 : k == 1 ? -0.01 : 0) * t.scale;
            double scale = t.scale * (k == 2 ? 1.01 : k == 3 ? 0.99 : 1);
            assert_true(stats_t3_log_likelihood(&sample, location, scale) < t.log_likelihood);
        }
    }
    gsl_rng_free(rng);
}

static void t3_of_special_samples(void **state)
{
    double equal[] = { 3, 3, 3, 3 }, one[] = { -8 }, outlier[] = { 1, 1.1, 0.9, 1.05, 0.95, 5e5 };
    const double alike[] = { 1, 1, 1, 1, 1, 1 };
    const struct t3_sample samples[] = { { equal, alike, 4 }, { one, alike, 1 }, { outlier, alike, 6 } };
    struct t3 t;
    (void)state;
    stats_t3_start(&samples[0], &t);
    stats_t3_fit(&samples[0], &t);
    near(t.location, 3, 1e-12);
    near(t.scale, T3_SCALE_MIN, 0);
    stats_t3_start(&samples[1], &t);
    stats_t3_fit(&samples[1], &t);
    near(t.location, -8, 1e-12);
    stats_t3_start(&samples[2], &t);
    stats_t3_fit(&samples[2], &t);
    near(t.location, 1, 0.05);
    assert_true(t.scale < 0.5);
}

/* Share of all orders of n values with no more pairs in order than y has. */
static double kendall_by_force(const double *y, int n)
{
    int order[8] = { 0 }, counter[8] = { 0 }, own = 0, i = 1;
    double as_low = 0, all = 0;
    for (int a = 0; a < n; a++) {
        order[a] = a;
        for (int b = a + 1; b < n; b++)
            own += y[b] > y[a];
    }
    for (;;) {      /* Heap's algorithm */
        int up = 0;
        for (int a = 0; a < n; a++)
            for (int b = a + 1; b < n; b++)
                up += order[b] > order[a];
        as_low += up <= own;
        all++;
        while (i < n && counter[i] >= i)
            counter[i++] = 0;
        if (i >= n)
            return as_low / all;
        int j = i % 2 ? counter[i] : 0, swap = order[j];
        order[j] = order[i];
        order[i] = swap;
        counter[i]++;
        i = 1;
    }
}

static void kendall(void **state)
{
    double y[60], falling[] = { 5, 4, 3, 2, 1 }, equal[] = { 2, 2, 2, 2 };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    (void)state;
    assert_non_null(rng);
    near(stats_kendall_falls(falling, 5), 1 / 120.0, 1e-12);
    near(stats_kendall_falls(falling, 1), 1, 0);
    near(stats_kendall_falls(equal, 4), 1, 0);
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < 60; i++)
            y[i] = gsl_ran_ugaussian(rng);
        near(stats_kendall_falls(y, 7), kendall_by_force(y, 7), 1e-12);
    }
    /* Exact and normal must agree where one takes over from the other: a tie of
     * the two nearest values asks for the normal, and changes one pair. */
    int from = 0, to = 1;
    for (int i = 0; i < 40; i++)
        for (int k = i + 1; k < 40; k++)
            if (fabs(y[i] - y[k]) < fabs(y[from] - y[to])) {
                from = i;
                to = k;
            }
    double exact = stats_kendall_falls(y, 40);
    y[to] = y[from];
    near(stats_kendall_falls(y, 40), exact, 0.01);
    /* Under no trend p is uniform. */
    int below = 0;
    for (int round = 0; round < 2000; round++) {
        for (int i = 0; i < 50; i++)
            y[i] = gsl_ran_ugaussian(rng);
        below += stats_kendall_falls(y, 50) < 0.05;
    }
    assert_in_range(below, 70, 130);
    gsl_rng_free(rng);
}

static double bowl(double x, void *data)
{
    double d = x - *(double *)data;
    return d * d + 1;
}

static double line(double x, void *data)
{
    return x - *(double *)data;
}

static void searches(void **state)
{
    double at = 0.3, far = 9, f;
    (void)state;
    stats_init();
    const double grid[] = { -1, -0.5, 0, 0.5, 1 };
    near(stats_search(bowl, &at, grid, 5, 1e-6, &f), 0.3, 1e-5);
    near(f, 1, 1e-9);
    near(stats_search(bowl, &far, grid, 5, 1e-6, &f), 1, 0);    /* no bracket: the lowest end */
    near(f, 65, 1e-9);
    near(stats_search(bowl, &far, grid, 4, 1e-6, &f), 0.5, 0);  /* of an even number, too */
    near(stats_search(bowl, &at, grid, 4, 1e-6, &f), 0.5, 0);
    near(stats_root(line, &at, -1, 1, 1e-9), 0.3, 1e-8);
    assert_true(isnan(stats_root(line, &far, -1, 1, 1e-9)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted_median), cmocka_unit_test(t3_is_the_maximum),
        cmocka_unit_test(t3_of_special_samples), cmocka_unit_test(kendall),
        cmocka_unit_test(searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
