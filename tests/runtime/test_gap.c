/* SPDX-License-Identifier: MIT
 * The generator and the draw of gaps, against their distributions. */
#include "base/rng.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define DRAWS 200000

/* Chi-square of `cells` classes of equal probability must lie below its 0.999
 * quantile (Wilson and Hilferty's approximation); the seed is fixed. */
static void check_chi(const unsigned *count, const double *expected, unsigned cells)
{
    double chi = 0, df = cells - 1;
    for (unsigned i = 0; i < cells; i++)
        chi += (count[i] - expected[i]) * (count[i] - expected[i]) / expected[i];
    double quantile = df * pow(1 - 2 / (9 * df) + 3.09 * sqrt(2 / (9 * df)), 3);
    assert_true(chi < quantile);
}

static void check_gaps(double p, int64_t width)
{
    struct rt_rng rng;
    unsigned count[16] = { 0 };
    double expected[16], sum = 0;
    rt_rng_seed(&rng, 42);
    for (unsigned i = 0; i < DRAWS; i++) {
        int64_t gap = rt_rng_geometric(&rng, p), class = gap / width;
        assert_true(gap >= 0);
        count[class < 15 ? class : 15]++;
        sum += (double)gap;
    }
    for (unsigned i = 0; i < 16; i++) {
        double from = pow(1 - p, (double)(i * width)), to = i < 15 ? pow(1 - p, (double)((i + 1) * width)) : 0;
        expected[i] = DRAWS * (from - to);
    }
    check_chi(count, expected, 16);
    double mean = (1 - p) / p, error = sqrt(1 - p) / p / sqrt(DRAWS);
    assert_true(fabs(sum / DRAWS - mean) < 4 * error);
}

/* Over 1,000 seeds: chi-square of 2,000 gaps each, at the runtime's first probability,
 * must exceed its 0.95 quantile about as often as chance lets it. */
static void gaps_are_geometric_by_any_seed(void **state)
{
    enum { SEEDS = 1000, GAPS = 2000, CLASSES = 12 };
    const double p = 0.125, quantile = 19.675;  /* of 11 degrees of freedom */
    unsigned above = 0;
    (void)state;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        struct rt_rng rng;
        unsigned count[CLASSES] = { 0 };
        double chi = 0;
        rt_rng_seed(&rng, seed);
        for (unsigned i = 0; i < GAPS; i++) {
            int64_t class = rt_rng_geometric(&rng, p) / 2;
            count[class < CLASSES - 1 ? class : CLASSES - 1]++;
        }
        for (unsigned i = 0; i < CLASSES; i++) {
            double to = i < CLASSES - 1 ? pow(1 - p, 2 * i + 2) : 0;
            double expected = GAPS * (pow(1 - p, 2 * i) - to);
            chi += (count[i] - expected) * (count[i] - expected) / expected;
        }
        above += chi > quantile;
    }
    /* 50, within four standard errors. */
    assert_in_range(above, 23, 77);
}

static void gaps_are_geometric(void **state)
{
    (void)state;
    check_gaps(0.125, 1);
    check_gaps(0.5, 1);
    check_gaps(1.0 / 3, 1);
    check_gaps(0.9, 1);
    check_gaps(0.001, 200);
    check_gaps(0x1p-20, 1 << 18);
    check_gaps(0x1p-40, (int64_t)1 << 38);
}

static void certain_and_hopeless(void **state)
{
    struct rt_rng rng;
    (void)state;
    rt_rng_seed(&rng, 1);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(rt_rng_geometric(&rng, 1), 0);
        assert_true(rt_rng_geometric(&rng, 0x1p-62) <= (int64_t)1 << 61);
    }
}

static void bits_are_even(void **state)
{
    struct rt_rng rng;
    unsigned count[256] = { 0 };
    double expected[256];
    (void)state;
    rt_rng_seed(&rng, 7);
    for (unsigned i = 0; i < 256; i++)
        expected[i] = DRAWS / 256.0;
    for (unsigned i = 0; i < DRAWS; i++)
        count[rt_rng_next(&rng) >> 56]++;
    check_chi(count, expected, 256);
}

/* First outputs of xoshiro256** from the state 1, 2, 3, 4 (the authors' C code). */
static void reference_sequence(void **state)
{
    struct rt_rng rng = { .s = { 1, 2, 3, 4 } };
    const uint64_t expected[] = { 11520, 0, 1509978240, 1215971899390074240 };
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(rt_rng_next(&rng), expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_are_geometric),
        cmocka_unit_test(gaps_are_geometric_by_any_seed),
        cmocka_unit_test(certain_and_hopeless),
        cmocka_unit_test(bits_are_even),
        cmocka_unit_test(reference_sequence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
