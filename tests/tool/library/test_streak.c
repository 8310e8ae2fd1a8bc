/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * STREAK against known answers (data/streak.json), and what must hold for any
 * sample at all.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "logmake.h"
#include "streak_case.h"
#include "size/streak_collect.h"
#include "size/streak_joint.h"
#include "size/streak_model.h"

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static void expect(const char *name, const char *what, double value, double expected)
{
    if (!(fabs(value - expected) <= 1e-9 * fmax(fabs(expected), 1e-9)))
        fail_msg("%s: %s is %.17g, not %.17g", name, what, value, expected);
}

static double sum(const json_t *list)
{
    double total = 0;
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value)
        total += json_number_value(value);
    return total;
}

static void check_counts(const char *name, const json_t *vector, const struct streak_stats *s)
{
    for (int j = 1; j <= STREAK_EPISODES; j++) {
        char key[8];
        snprintf(key, sizeof key, "%d", j);
        expect(name, "f_j", s->f[j], number(json_object_get(vector, "episodes_f"), key));
    }
    expect(name, "S_obs", s->seen, number(vector, "S_obs"));
    expect(name, "uA + uB", s->half,
           sum(json_object_get(vector, "uA")) + sum(json_object_get(vector, "uB")));
    expect(name, "uAB", s->both, number(vector, "uAB"));
    expect(name, "spans of 2", s->span2, number(json_object_get(vector, "span"), "2"));
    expect(name, "H1", s->hidden, number(vector, "H1"));
}

static void check_estimate(const char *name, const json_t *vector, bool extents)
{
    const json_t *reference = json_object_get(vector, "reference");
    const json_t *size = json_object_get(reference, extents ? "with_extents" : "without_extents");
    struct sample s;
    const struct streak_estimate *e = &s.by_streaks;
    streak_case_sample(vector, 0, extents, &s);
    check_counts(name, vector, &s.streak);
    expect(name, "N", e->size, number(size, "N"));
    expect(name, "low", e->low, number(size, "lo"));
    expect(name, "high", e->high, number(size, "hi"));
    if (s.streak.instances > 2 * s.streak.pairs) {
        expect(name, "cv", s.streak.cv, number(reference, "cv_H1"));
        expect(name, "block", e->block, number(reference, "chat"));
    }
}

static void test_vectors(void **state)
{
    json_error_t error;
    json_t *root = json_load_file("tests/tool/library/data/streak.json", 0, &error), *vector;
    size_t i, checked = 0;
    (void)state;
    assert_non_null(root);
    json_array_foreach(json_object_get(root, "vectors"), i, vector) {
        const char *name = json_string_value(json_object_get(vector, "name"));
        check_estimate(name, vector, false);
        check_estimate(name, vector, true);
        checked++;
    }
    assert_int_equal(checked, 17);
    json_decref(root);
}

#define RUNS_MOST 8

static double number_at(const json_t *array, size_t i)
{
    return json_number_value(json_array_get(array, i));
}

/* Sizes and the exponent of a joint vector to 1 %, as the grids allow. */
static void check_joint(const json_t *vector, bool extents)
{
    const char *name = json_string_value(json_object_get(vector, "name"));
    const json_t *reference = json_object_get(vector, "reference"), *run;
    const json_t *size = json_object_get(reference, extents ? "N_with_extents" : "N_without_extents");
    const json_t *b = json_object_get(reference, extents ? "b_with_extents" : "b_without_extents");
    struct sample sample[RUNS_MOST];
    struct streak_run runs[RUNS_MOST];
    struct streak_joint joint;
    size_t n = 0, i;
    json_array_foreach(json_object_get(vector, "runs"), i, run) {
        streak_case_sample(run, 0, extents, &sample[i]);
        runs[n++] = (struct streak_run){ .stats = &sample[i].streak, .known = NAN, .scale = 1,
                                         .cost = number(run, "cost") };
    }
    assert_int_equal(streak_joint(runs, n, &joint), 0);
    double low = INFINITY, high = 0;
    for (i = 0; i < n; i++) {
        double expected = json_number_value(json_array_get(size, i));
        if (!(fabs(runs[i].size / expected - 1) <= 0.01))
            fail_msg("%s: size %zu is %g, not %g", name, i, runs[i].size, expected);
        assert_true(runs[i].size >= sample[i].streak.seen && runs[i].error >= 0);
        low = fmin(low, expected);
        high = fmax(high, expected);
    }
    assert_int_equal(joint.flat, high < 1.35 * low);
    assert_int_equal(joint.flat, isnan(joint.exponent));
    if (joint.flat)
        return;
    const double low_b = number_at(b, 0), middle = number_at(b, 1), high_b = number_at(b, 2);
    if (!(fabs(joint.exponent / middle - 1) <= 0.01))
        fail_msg("%s: exponent is %g, not %g", name, joint.exponent, middle);
    /* The reference's error of the slope is too small where small runs are the
     * least certain, so ours is never below it. */
    if (!(joint.low <= 1.01 * low_b && joint.high >= 0.99 * high_b))
        fail_msg("%s: exponent within %g and %g", name, joint.low, joint.high);
    if (!(joint.exponent - joint.low <= 3 * (middle - low_b) + 0.02 &&
          joint.high - joint.exponent <= 3 * (high_b - middle) + 0.02))
        fail_msg("%s: exponent only within %g and %g", name, joint.low, joint.high);
}

static void test_joint(void **state)
{
    json_error_t error;
    json_t *root = json_load_file("tests/tool/library/data/streak.json", 0, &error), *vector;
    size_t i, checked = 0;
    (void)state;
    assert_non_null(root);
    json_array_foreach(json_object_get(root, "joint"), i, vector) {
        check_joint(vector, false);
        check_joint(vector, true);
        checked++;
    }
    assert_int_equal(checked, 3);
    json_decref(root);
}

static uint32_t random_state = 1;

static unsigned draw(unsigned below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (unsigned)(((uint64_t)random_state * below) >> 32);
}

/* A case of up to 12 pairs, some sets empty, cells from a few ranges. */
static json_t *random_case(void)
{
    unsigned pairs = 1 + draw(12), cells = 1 + draw(60), at = draw(5), drift = draw(4);
    json_t *list = json_array(), *cost = json_array();
    for (unsigned k = 0; k < pairs; k++, at += 2 + (draw(3) ? draw(40) : 0)) {
        json_t *half[2] = { json_array(), json_array() };
        for (int h = 0; h < 2; h++) {
            for (unsigned i = 0, n = draw(4) ? draw(12) : 0; i < n; i++)
                json_array_append_new(half[h], json_integer((at + (unsigned)h) * drift + draw(cells)));
            json_array_append_new(cost, json_integer(draw(100)));
        }
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", at, "A", half[0], "B", half[1]));
        if (k + 1 == pairs)
            at += 2;
    }
    double n = at + (draw(3) ? draw(100) : draw(2) ? 1e9 : 0);
    json_t *object = json_pack("{s:f, s:o, s:o}", "n", n, "pairs", list, "cost", cost);
    if (draw(2))
        json_object_set_new(object, "total_cost", json_real(draw(2) ? n * draw(200) : 0));
    return object;
}

/* The same case with other addresses for the cells, neighbours apart. */
static json_t *relabelled(const json_t *object)
{
    json_t *copy = json_deep_copy(object), *pair, *cell;
    size_t i, k;
    json_array_foreach(json_object_get(copy, "pairs"), i, pair)
        for (const char *half = "A"; half; half = *half == 'A' ? "B" : NULL)
            json_array_foreach(json_object_get(pair, half), k, cell)
                json_array_set_new(json_object_get(pair, half), k,
                                   json_integer(json_integer_value(cell) * 7919 % 100003));
    return copy;
}

static void check_sane(const struct streak_stats *s, const struct streak_estimate *e)
{
    struct streak_stats none = *s;
    assert_true(isfinite(e->size) && isfinite(e->low) && isfinite(e->high));
    assert_true(s->seen <= e->low && e->low <= e->size && e->size <= e->high);
    assert_true(e->fresh >= 0 && e->fresh <= 1 + 1e-9 && e->bound >= 0);
    /* No more than S + H1 + FL and what dear instances may have read, but for a walk, and where the ends of what was
     * read tell the size (test_reach.c). */
    struct streak_counts counts;
    streak_correct(s, &counts);
    if (!s->nested && !s->filled)
        assert_true(e->size <= 1.01 * (s->seen + counts.hidden + counts.resident + s->dear) + 1e-9);
    if (s->instances <= 2 * s->pairs)
        assert_true(e->size == s->seen && e->low == e->size && e->high == e->size);
    none.pairs = 0;
    struct streak_estimate nothing;
    assert_int_equal(streak_estimate(&none, &nothing), 0);
    assert_true(isnan(nothing.size));
}

/* Every estimator: what was seen is in its value, and that in its interval; or it says
 * that it cannot tell, of the interval wholly or not at all. */
static void check_estimates(const struct sample *s)
{
    for (int i = 0; i < ESTIMATORS; i++) {
        struct estimate e = sample_estimate(s, &estimators[i]);
        assert_int_equal(isnan(e.low), isnan(e.high));
        assert_false(isinf(e.size) || isinf(e.low) || isinf(e.high));
        assert_true(isnan(e.size) ? isnan(e.low) : e.size >= s->capture.marked);
        if (!isnan(e.low))
            assert_true(s->capture.marked <= e.low && e.low <= e.size && e.size <= e.high);
    }
}

static void test_any(void **state)
{
    (void)state;
    for (int round = 0; round < 400; round++) {
        json_t *object = random_case(), *other = relabelled(object);
        struct sample s, t;
        struct streak_estimate e, f;
        streak_case_sample(object, (unsigned)round % 4, round % 2, &s);
        check_sane(&s.streak, &s.by_streaks);
        check_estimates(&s);
        streak_case_sample(object, 0, false, &s);
        streak_case_sample(other, 0, false, &t);
        s.streak.run = t.streak.run = 1;    /* the one thing else that addresses tell */
        assert_int_equal(streak_estimate(&s.streak, &e), 0);
        assert_int_equal(streak_estimate(&t.streak, &f), 0);
        assert_true(memcmp(&e, &f, sizeof e) == 0);
        json_decref(object);
        json_decref(other);
    }
}

/* Pairs of a run of `instances`, each with a row of 4 cells of its own that both
 * instances read; shared: the last two pairs have one row. */
static struct sample held_rows(double instances, unsigned pairs, bool shared)
{
    json_t *list = json_array(), *object;
    struct sample s;
    for (unsigned k = 0; k < pairs; k++) {
        unsigned row = 4 * (shared && k + 1 == pairs ? k - 1 : k);
        json_t *half[2];
        for (int h = 0; h < 2; h++)
            half[h] = json_pack("[i, i, i, i]", row, row + 1, row + 2, row + 3);
        json_array_append_new(list, json_pack("{s:f, s:o, s:o}", "i", k * floor(instances / pairs),
                                              "A", half[0], "B", half[1]));
    }
    object = json_pack("{s:f, s:o}", "n", instances, "pairs", list);
    streak_case_sample(object, 0, false, &s);
    json_decref(object);
    return s;
}

/* Rows that are read many times in a row: no pair sees one begin or end, which is no
 * sign that there are no others.  Rows of 10 instances, of 50: both within the
 * interval.  With a row that two pairs see they are longer. */
static void test_held(void **state)
{
    struct sample s = held_rows(1e4, 10, false), t = held_rows(1e4, 10, true);
    struct sample phases = held_rows(1e4, 2, false), stay = held_rows(1e4, 4, true);
    (void)state;
    assert_true(s.streak.seen == 40 && s.by_streaks.low < 4 * 200. && s.by_streaks.high > 4 * 1000.);
    assert_true(s.by_streaks.size > 4 * 100. && s.by_streaks.size < 4 * 2000.);
    assert_true(t.by_streaks.size < s.by_streaks.size && t.streak.hidden > 0);
    /* Too few rows to speak of more. */
    assert_true(phases.by_streaks.size == 8 && stay.by_streaks.size == 12);
}

#define ELEMENTS 4000
#define ROW 20

/* 30 pairs of instances that read rows of 20 elements, of 9 cells and 7 that nobody
 * reads, of an array of 4000; with `scattered` single elements instead. */
static struct sample padded_rows(unsigned length, unsigned step, bool scattered)
{
    json_t *list = json_array(), *object;
    struct sample s;
    for (unsigned k = 0; k < 30; k++) {
        json_t *half[2] = { json_array(), json_array() };
        for (int h = 0; h < 2; h++) {
            unsigned first = draw(ELEMENTS - ROW);
            for (unsigned i = 0; i < ROW; i++, first++) {
                first = scattered ? draw(ELEMENTS) : first;
                for (unsigned c = 0; c < length; c++)
                    json_array_append_new(half[h], json_integer(step * first + c));
            }
        }
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", 200 * k, "A", half[0], "B",
                                              half[1]));
    }
    object = json_pack("{s:f, s:o}", "n", 6000., "pairs", list);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    return s;
}

/* 60 pairs of binary searches in an array of 500 cells: the last probes of each are two
 * cells apart, but nothing says that those between are no elements. */
static void test_searched(void **state)
{
    json_t *list = json_array(), *object;
    struct sample s;
    (void)state;
    for (unsigned k = 0; k < 60; k++) {
        json_t *half[2] = { json_array(), json_array() };
        for (int h = 0; h < 2; h++) {
            unsigned key = draw(500), low = 0, high = 500;
            while (low < high) {
                unsigned middle = (low + high) / 2;
                json_array_append_new(half[h], json_integer(middle));
                if (key < middle)
                    high = middle;
                else
                    low = middle + 1;
            }
        }
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", 100 * k, "A", half[0], "B",
                                              half[1]));
    }
    object = json_pack("{s:f, s:o}", "n", 6000., "pairs", list);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    assert_true(s.streak.gaps > 0 && s.streak.seen + s.streak.slots >= 490);
}

/* A list that is searched again and again, whose first pair met it empty: all that is read may have been seen. */
static void test_few_pairs(void **state)
{
    struct sample s;
    json_t *nothing = json_array(), *all = json_array(), *object;
    (void)state;
    for (unsigned k = 0; k < 2000; k++)
        json_array_append_new(all, json_integer(16 * k));
    object = json_pack("{s:f, s:[{s:i, s:o, s:o}]}", "n", 8001., "pairs", "i", 0, "A", nothing, "B", all);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    assert_float_equal(s.by_streaks.low, 2000, 1e-9);
    assert_true(s.by_streaks.high > 2000);
}

/* The first two pairs of a run whose other instances are 36 times as dear: what these read may be all that there is six times. */
static void test_dear_rest(void **state)
{
    json_t *list = json_array(), *object;
    struct sample s;
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        json_t *half[2] = { json_array(), json_array() };
        for (unsigned h = 0; h < 2; h++)
            for (unsigned cell = 0; cell < 100; cell++)
                json_array_append_new(half[h], json_integer(500 * (2 * k + h) + cell));
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", 2 * k, "A", half[0], "B", half[1]));
    }
    object = json_pack("{s:f, s:o, s:f, s:f}", "n", 100., "pairs", list, "total_cost", 360000., "cost_so_far", 400.);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    assert_true(s.streak.cost_ratio > 4 && s.by_streaks.high >= s.by_streaks.size * sqrt(s.streak.cost_ratio) * (1 - 1e-9));
}

/* A matrix of 29 rows, of which each instance reads one and each 29th turns to another first one: with 16 pairs nearly all
 * is seen, so that gaps are few, and what is unseen lies in these. */
static void test_seen_over(void **state)
{
    const unsigned rows = 29;
    json_t *list = json_array(), *object;
    struct sample s;
    (void)state;
    for (unsigned k = 0; k < 16; k++) {
        unsigned at = 52 * k + draw(50);
        json_t *half[2] = { json_array(), json_array() };
        for (unsigned h = 0; h < 2; h++)
            for (unsigned i = 0; i < rows; i++) {
                json_array_append_new(half[h], json_integer((at + h) / rows * rows + i));
                json_array_append_new(half[h], json_integer((at + h) % rows * rows + i));
            }
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", at, "A", half[0], "B", half[1]));
    }
    object = json_pack("{s:f, s:o}", "n", 841., "pairs", list);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    const struct streak_estimate *e = &s.by_streaks;
    if (!(s.streak.gaps > 0 && e->low <= 841 && e->high >= 841 && e->high <= 2 * 841))
        fail_msg("seen %g, gaps %g, slots %g: %g [%g, %g]", s.streak.seen, s.streak.gaps, s.streak.slots, e->size, e->low,
                 e->high);
}

/* A growing array is searched up to what is found, and is moved once: its second half to another region.  A search that goes much further than
 * its partner seems to read what nobody reads again. */
static void test_hull(void **state)
{
    json_t *list = json_array(), *object;
    struct streak_estimate bounded, open;
    struct sample s;
    (void)state;
    for (unsigned k = 0; k < 12; k++) {
        const unsigned at = 60u << k % 6, base = k < 6 ? 0 : 1 << 25;
        json_t *half[2] = { json_array(), json_array() };
        for (unsigned h = 0; h < 2; h++)
            for (unsigned i = 0; i < (h ? at / 10 : at); i++)
                json_array_append_new(half[h], json_integer(base + i));
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", 100 * k, "A", half[0], "B", half[1]));
    }
    object = json_pack("{s:f, s:o}", "n", 1102., "pairs", list);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    assert_float_equal(s.streak.hull, 2 * 1920, 1e-9);          /* of both regions; the last pair ends the run */
    s.streak.gaps = 0;                                          /* nothing else is known of extents */
    assert_int_equal(streak_estimate(&s.streak, &bounded), 0);
    s.streak.hull = 0;
    assert_int_equal(streak_estimate(&s.streak, &open), 0);
    assert_true(open.size > 1.5 * 3840 && bounded.size <= 1.25 * 3840 && bounded.high <= 2 * 3840 && bounded.low <= bounded.size);
}

/* The slots of an array are elements, not what is between these. */
static void test_padding(void **state)
{
    static const struct {
        unsigned length, step;
        bool scattered;
    } arrays[] = { { 9, 16, false }, { 1, 16, false }, { 16, 16, false }, { 16, 16, true } };
    (void)state;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        struct sample s = padded_rows(arrays[i].length, arrays[i].step, arrays[i].scattered);
        double slots = arrays[i].length * (double)ELEMENTS;
        double all = s.streak.seen + s.streak.slots;
        assert_true(s.streak.gaps > 0);
        if (!(fabs(all / slots - 1) < 0.15))
            fail_msg("array %zu: %g slots, not %g", i, all, slots);
        assert_true(s.by_streaks.size <= all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_joint),
        cmocka_unit_test(test_any),
        cmocka_unit_test(test_held),
        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_searched),
        cmocka_unit_test(test_seen_over), cmocka_unit_test(test_hull),
        cmocka_unit_test(test_few_pairs),      cmocka_unit_test(test_dear_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
