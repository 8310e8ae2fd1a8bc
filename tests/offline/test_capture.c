/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Estimators against known answers (data/estimators.json: exact rationals of
 * the formulas, null = undefined).
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <jansson.h>

#include "capture.h"

static struct cell_set *set_of(const json_t *cells)
{
    struct cell_set *set = cell_set_new();
    size_t i;
    json_t *cell;
    json_array_foreach(cells, i, cell)
        assert_int_equal(cell_set_add_range(set, (struct cell_view){ 0, 0 },
                                            (uint64_t)json_integer_value(cell), 1), 0);
    return set;
}

static void feed(struct capture *capture, const json_t *pairs)
{
    size_t i;
    json_t *pair;
    assert_int_equal(capture_start(capture), 0);
    json_array_foreach(pairs, i, pair) {
        struct cell_set *a = set_of(json_object_get(pair, "A"));
        struct cell_set *b = set_of(json_object_get(pair, "B"));
        assert_int_equal(capture_sample(capture, a, true), 0);
        assert_int_equal(capture_sample(capture, b, true), 0);
        capture_pair(capture, cell_set_count(a), cell_set_count(b), cell_set_common(a, b));
        cell_set_free(a);
        cell_set_free(b);
    }
}

static void check(const json_t *vector, const struct capture *capture, const char *name)
{
    const json_t *expected = json_object_get(vector, name);
    const struct estimator *estimator = &estimators[estimator_find(name)];
    struct estimate raw = estimator->estimate(capture);
    struct estimate bounded = capture_estimate(capture, estimator, 0);
    double seen = (double)capture->marked;
    if (json_is_null(expected)) {
        if (!isnan(raw.size))
            fail_msg("%s of %s should be undefined", name,
                     json_string_value(json_object_get(vector, "name")));
        return;
    }
    double value = json_number_value(expected);
    if (!(fabs(raw.size - value) <= 1e-9 * fabs(value)))
        fail_msg("%s of %s: %.12g, not %.12g", name,
                 json_string_value(json_object_get(vector, "name")), raw.size, value);
    assert_true(bounded.size >= seen && bounded.size >= raw.size - 1e-9);
    if (!isnan(bounded.low)) {
        assert_true(bounded.low <= bounded.size && bounded.size <= bounded.high);
        assert_true(bounded.low >= seen);
    }
}

static void test_vectors(void **state)
{
    json_error_t error;
    json_t *vectors = json_load_file("tests/offline/data/estimators.json", 0, &error), *vector;
    size_t i, checked = 0;
    (void)state;
    assert_non_null(vectors);
    json_array_foreach(vectors, i, vector) {
        struct capture capture;
        feed(&capture, json_object_get(vector, "pairs"));
        assert_int_equal(capture.marked, json_integer_value(json_object_get(vector, "S_obs")));
        check(vector, &capture, "pair");
        check(vector, &capture, "chapman");
        check(vector, &capture, "schnabel");
        capture_end(&capture);
        checked++;
    }
    assert_true(checked >= 15);
    json_decref(vectors);
}

static struct cell_set *range(uint64_t first, uint64_t count)
{
    struct cell_set *set = cell_set_new();
    assert_int_equal(cell_set_add_range(set, (struct cell_view){ 0, 0 }, first, count), 0);
    return set;
}

static void add(struct capture *capture, uint64_t first, uint64_t count, bool whole)
{
    struct cell_set *set = range(first, count);
    assert_int_equal(capture_sample(capture, set, whole), 0);
    cell_set_free(set);
}

/* Nothing sampled, nothing read, one sample, only cut ones: never a number that
 * is not one. */
static void test_degenerate(void **state)
{
    struct capture c;
    (void)state;
    assert_int_equal(capture_start(&c), 0);
    for (int e = 0; e < ESTIMATORS; e++)
        assert_true(isnan(capture_estimate(&c, &estimators[e], 0).size));
    add(&c, 0, 0, true);
    for (int e = 0; e < ESTIMATORS; e++)
        assert_true(capture_estimate(&c, &estimators[e], 0).size == 0);
    add(&c, 0, 10, true);
    for (int e = 0; e < ESTIMATORS; e++)
        assert_true(isnan(capture_estimate(&c, &estimators[e], 0).size));
    add(&c, 100, 10, false);
    assert_int_equal(c.samples, 2);
    assert_int_equal(c.marked, 20);
    for (int e = 0; e < ESTIMATORS; e++)
        assert_true(isnan(capture_estimate(&c, &estimators[e], 0).size));
    capture_end(&c);
}

/* A cut sample marks cells, and is no capture itself: 0..9, cut 10..19, then
 * 5..14 meets M = 20 marked and R = 10 again. */
static void test_cut_marks(void **state)
{
    struct capture c;
    (void)state;
    assert_int_equal(capture_start(&c), 0);
    add(&c, 0, 10, true);
    add(&c, 10, 10, false);
    add(&c, 5, 10, true);
    assert_true(estimators[ESTIMATOR_DEFAULT].estimate(&c).size == 10. * 20 / 10);
    capture_end(&c);
}

static void test_thinning_scales(void **state)
{
    struct capture c;
    (void)state;
    assert_int_equal(capture_start(&c), 0);
    add(&c, 0, 10, true);
    add(&c, 0, 10, true);
    struct estimate e = capture_estimate(&c, &estimators[ESTIMATOR_DEFAULT], 3);
    assert_true(e.size == 80);
    assert_true(e.low == 80 && e.high > 80);
    capture_end(&c);
}

/* Millions of recaptures: GSL's gamma quantile gives up there. */
static void test_many_recaptures(void **state)
{
    (void)state;
    for (uint64_t cells = 10; cells <= 10000000; cells *= 10) {
        struct capture c;
        assert_int_equal(capture_start(&c), 0);
        for (int i = 0; i < 20; i++)
            add(&c, 0, cells, true);
        struct estimate e = capture_estimate(&c, &estimators[ESTIMATOR_DEFAULT], 0);
        assert_true(e.size == (double)cells && e.low == e.size && e.high > e.size);
        assert_true(e.high < e.size * (1 + 4 / sqrt(19. * (double)cells)));
        capture_end(&c);
    }
}

/* One recapture among samples of very different sizes: dispersion takes nearly
 * all of it, the interval is wide but has two ends. */
static void test_hardly_a_recapture(void **state)
{
    struct capture c;
    (void)state;
    assert_int_equal(capture_start(&c), 0);
    add(&c, 0, 100000, true);
    for (uint64_t i = 0; i < 5; i++)
        add(&c, 1000000 + i * 200000, 100000, true);
    add(&c, 0, 1, true);
    struct estimate e = capture_estimate(&c, &estimators[ESTIMATOR_DEFAULT], 0);
    assert_true(isfinite(e.low) && isfinite(e.high) && e.low < e.size);
    assert_true(e.high > 100 * e.size);
    capture_end(&c);
}

/* Samples of k of n cells drawn at random: the interval is right mostly. */
static void test_interval_covers(void **state)
{
    const uint64_t n = 1000, k = 40;
    uint64_t x = 12345;
    int covered = 0, rounds = 200;
    (void)state;
    for (int round = 0; round < rounds; round++) {
        struct capture c;
        assert_int_equal(capture_start(&c), 0);
        for (int i = 0; i < 20; i++) {
            struct cell_set *set = cell_set_new();
            while (cell_set_count(set) < k) {
                x = x * 6364136223846793005u + 1442695040888963407u;
                cell_set_add_range(set, (struct cell_view){ 0, 0 }, (x >> 33) % n, 1);
            }
            assert_int_equal(capture_sample(&c, set, true), 0);
            cell_set_free(set);
        }
        struct estimate e = capture_estimate(&c, &estimators[ESTIMATOR_DEFAULT], 0);
        covered += e.low <= n && n <= e.high;
        capture_end(&c);
    }
    assert_in_range(covered, rounds * 90 / 100, rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),         cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_cut_marks),       cmocka_unit_test(test_thinning_scales),
        cmocka_unit_test(test_hardly_a_recapture),
        cmocka_unit_test(test_many_recaptures), cmocka_unit_test(test_interval_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
