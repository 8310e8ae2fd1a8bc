/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The classical estimators against known answers (data/streak.json: exact
 * rationals of the formulas, null = undefined), and in odd samples.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "logmake.h"
#include "streak_case.h"

static void check(const json_t *vector, const struct sample *sample, const char *estimator,
                  const char *key)
{
    const json_t *expected = json_object_get(json_object_get(vector, "expected"), key);
    const char *name = json_string_value(json_object_get(vector, "name"));
    const struct estimator *e = &estimators[estimator_find(estimator)];
    struct estimate raw = e->estimate(sample), bounded = sample_estimate(sample, e);
    assert_non_null(expected);
    if (json_is_null(expected)) {
        if (!isnan(raw.size))
            fail_msg("%s of %s should be undefined", estimator, name);
        return;
    }
    double value = json_number_value(expected);
    if (!(fabs(raw.size - value) <= 1e-9 * fabs(value)))
        fail_msg("%s of %s: %.12g, not %.12g", estimator, name, raw.size, value);
    assert_true(bounded.size >= sample->capture.marked && bounded.size >= raw.size - 1e-9);
    assert_int_equal(isnan(bounded.low), isnan(bounded.high));
    if (!isnan(bounded.low))
        assert_true(sample->capture.marked <= bounded.low && bounded.low <= bounded.size &&
                    bounded.size <= bounded.high);
}

static void test_vectors(void **state)
{
    static const char *const keys[][2] = {
        { "pair", "lp_mean" }, { "chapman", "chapman_mean" }, { "schnabel", "schnabel" },
        { "schumacher", "schumacher_eschmeyer" }, { "chao2", "chao2_bc" },
        { "jackknife1", "jackknife1" }, { "jackknife2", "jackknife2" },
    };
    json_error_t error;
    json_t *root = json_load_file("tests/tool/library/data/streak.json", 0, &error), *vector, *q;
    size_t i, checked = 0;
    const char *j;
    (void)state;
    assert_non_null(root);
    json_array_foreach(json_object_get(root, "vectors"), i, vector) {
        struct sample sample;
        streak_case_sample(vector, 0, false, &sample);
        assert_true(sample.capture.marked == json_number_value(json_object_get(vector, "S_obs")));
        json_object_foreach(json_object_get(vector, "Q"), j, q)
            if (atoi(j) <= CAPTURE_RARE)
                assert_true(sample.capture.q[atoi(j)] == json_number_value(q));
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            check(vector, &sample, keys[k][0], keys[k][1]);
        checked++;
    }
    assert_int_equal(checked, 17);
    json_decref(root);
}

#define MOST 64

/* Samples of a range each; those from `whole` on were cut. */
struct run {
    struct sweep_source set[MOST];
    size_t n, whole, pairs;
};

static void add(struct run *run, uint64_t first, uint64_t count)
{
    const struct cells cells = { first, count };
    struct sweep_source *set = &run->set[run->n++];
    assert_in_range(run->n, 1, MOST);
    set->bytes = logmake_set(&cells, count > 0, 0, &set->size);
}

static int collect(void *arg, const struct sweep_lines *lines)
{
    capture_collect_lines(arg, lines);
    return 0;
}

static struct sample finish(struct run *run)
{
    struct sample s = { .by_streaks = { .size = NAN } };
    struct capture_collect *c = capture_collect_new(run->pairs, run->whole, 0);
    assert_int_equal(cell_sweep(run->set, run->n, (struct cell_view){ 0, 0 }, NULL, collect, c), 0);
    capture_collect_finish(c, 1000, &s.capture);
    capture_collect_free(c);
    for (size_t i = 0; i < run->n; i++)
        free((void *)(uintptr_t)run->set[i].bytes);
    s.lines = s.capture.marked;
    return s;
}

static struct estimate by(const char *name, const struct sample *sample)
{
    return sample_estimate(sample, &estimators[estimator_find(name)]);
}

/* Nothing sampled, nothing read, one sample, only cut ones: never a number that
 * is not one. */
static void test_degenerate(void **state)
{
    (void)state;
    for (int round = 0; round < 4; round++) {
        struct run run = { .whole = round > 0 };
        if (round > 0)
            add(&run, 0, round > 1 ? 10 : 0);
        if (round > 2)
            add(&run, 100, 10);
        struct sample s = finish(&run);
        assert_true(s.capture.marked == (round < 2 ? 0 : round < 3 ? 10 : 20));
        for (int e = 0; e < ESTIMATORS; e++) {
            struct estimate size = sample_estimate(&s, &estimators[e]);
            assert_true(isnan(size.size) || size.size >= s.capture.marked);
            if (round == 0)
                assert_true(isnan(size.size));
            if (round == 1)
                assert_true(size.size == 0);
        }
        assert_true(isnan(by("schnabel", &s).size) || round == 1);
        assert_true(isnan(by("streak", &s).size) || round == 1);
    }
}

/* A cut sample only bounds from below: 0..9 and 5..14 meet C M / R = 10 10 / 5. */
static void test_cut_bounds(void **state)
{
    struct run run = { .whole = 2 };
    (void)state;
    add(&run, 0, 10);
    add(&run, 5, 10);
    add(&run, 10, 10);
    struct sample s = finish(&run);
    assert_true(s.capture.marked == 20 && s.capture.seen == 15);
    assert_true(estimators[estimator_find("schnabel")].estimate(&s).size == 20);
    assert_true(by("jackknife1", &s).size == 20);
}

/* What pairs tell of the run is refuted by instances that are in none: as much again may be unread, where most instances are untraced. */
static void test_refuted_pairs(void **state)
{
    struct run run = { .whole = 4, .pairs = 1 };
    (void)state;
    add(&run, 0, 10);
    add(&run, 0, 10);
    add(&run, 20, 30);
    add(&run, 20, 10);
    add(&run, 60, 20);
    struct sample s = finish(&run);
    s.by_streaks = (struct streak_estimate){ .size = 20, .low = 10, .high = 25 };
    struct estimate e = by("streak", &s);
    double more = (60 - 20) * (1 - s.capture.samples / 1000);
    assert_true(s.capture.marked == 60 && fabs(e.size - (60 + more)) < 1e-9 && e.low == 60 && e.high > e.size + more);
    s.capture.instances = s.capture.samples;
    e = by("streak", &s);
    assert_true(e.size == 60 && e.low == 60 && e.high == 60);
}

static void test_thinning_scales(void **state)
{
    struct run run = { .whole = 2 };
    (void)state;
    add(&run, 0, 10);
    add(&run, 0, 10);
    struct sample s = finish(&run);
    struct estimate e = by("schnabel", &s);
    assert_true(e.size == 10 && e.low == 10 && e.high > 10);
    double high = e.high;
    s.thin = 3;
    e = by("schnabel", &s);
    assert_true(e.size == 80 && e.low < 80 && e.high > 8 * high);
}

/* Millions of recaptures: GSL's gamma quantile gives up there. */
static void test_many_recaptures(void **state)
{
    (void)state;
    for (uint64_t cells = 10; cells <= 10000000; cells *= 10) {
        struct run run = { .whole = 20 };
        for (int i = 0; i < 20; i++)
            add(&run, 0, cells);
        struct sample s = finish(&run);
        struct estimate e = by("schnabel", &s);
        assert_true(e.size == (double)cells && e.low == e.size && e.high > e.size);
        assert_true(e.high < e.size * (1 + 4 / sqrt(19. * (double)cells)));
    }
}

/* One recapture among samples of very different sizes: dispersion takes nearly
 * all of it, the interval is wide but has two ends. */
static void test_hardly_a_recapture(void **state)
{
    struct run run = { .whole = 7 };
    (void)state;
    add(&run, 0, 100000);
    for (uint64_t i = 0; i < 5; i++)
        add(&run, 1000000 + i * 200000, 100000);
    add(&run, 0, 1);
    struct sample s = finish(&run);
    struct estimate e = by("schnabel", &s);
    assert_true(isfinite(e.low) && isfinite(e.high) && e.low < e.size);
    assert_true(e.high > 100 * e.size);
}

/* Samples of k of n cells drawn at random: the interval is right mostly. */
static void test_interval_covers(void **state)
{
    enum { N = 1000, K = 40 };
    uint64_t x = 12345;
    int covered = 0, rounds = 200;
    (void)state;
    for (int round = 0; round < rounds; round++) {
        struct run run = { .n = 20, .whole = 20 };
        for (int i = 0; i < 20; i++) {
            struct cells cells[N];
            size_t n = 0, left = K;
            for (uint64_t c = 0; c < N; c++) {
                x = x * 6364136223846793005u + 1442695040888963407u;
                if ((x >> 33) % (N - c) >= left)
                    continue;
                left--;
                if (n > 0 && cells[n - 1].first + cells[n - 1].count == c)
                    cells[n - 1].count++;
                else
                    cells[n++] = (struct cells){ c, 1 };
            }
            run.set[i].bytes = logmake_set(cells, n, 0, &run.set[i].size);
        }
        struct sample s = finish(&run);
        struct estimate e = by("schnabel", &s);
        covered += e.low <= N && N <= e.high;
    }
    assert_in_range(covered, rounds * 90 / 100, rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),         cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_cut_bounds),      cmocka_unit_test(test_thinning_scales),
        cmocka_unit_test(test_refuted_pairs),
        cmocka_unit_test(test_hardly_a_recapture),
        cmocka_unit_test(test_many_recaptures), cmocka_unit_test(test_interval_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
