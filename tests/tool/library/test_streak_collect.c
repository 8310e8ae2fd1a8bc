/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is collected of the sampled sets for STREAK: strata, words, and lines that
 * many sets have alike.
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

static void expect_equal(double a, double b)
{
    if (!(isnan(a) && isnan(b)) && !(fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b))))
        fail_msg("%.17g, not %.17g", a, b);
}

static int collect(void *arg, const struct sweep_lines *lines)
{
    return streak_collect_lines(arg, lines);
}

/* Two samplers of different rates: 10 pairs of 10^6 instances that read 8 new
 * cells each, and 10 of 100 that read 100 new ones each.  Together 8 10^6 + 10^4,
 * not the 54 10^6 that their mean would make. */
static void test_strata(void **state)
{
    const struct streak_stratum strata[] = { { 10, 1e6, NAN }, { 10, 100, NAN } };
    double start[20];
    struct sweep_source sets[40];
    struct streak_stats s;
    (void)state;
    for (size_t i = 0; i < 40; i++) {
        double index = i < 20 ? (double)(i / 2) * 1e5 + 5e4 : (double)(i / 2 - 10) * 10 + 3;
        start[i / 2] = index + (i < 20 ? 0 : 1e6);
        struct cells cells = { (uint64_t)(index + (double)(i % 2)) * 100 + (i < 20 ? 0 : 1u << 30),
                               i < 20 ? 8 : 100 };
        sets[i].bytes = logmake_set(&cells, 1, 0, &sets[i].size);
    }
    struct streak_input in = { .pairs = 20, .start = start, .stratum = strata, .n_strata = 2,
                               .instances = 1e6 + 100, .total_cost = NAN };
    struct streak_collect *c = streak_collect_new(20, 3);
    assert_int_equal(cell_sweep(sets, 40, (struct cell_view){ 0, 0 }, NULL, collect, c), 0);
    assert_int_equal(streak_collect_finish(c, &in, &s), 0);
    assert_true(s.seen == 20 * 8 + 20 * 100);
    expect_equal(s.hidden, 8 * (1e6 - 20) + 100 * (100 - 20));
    /* Instances of a sampler that has no pair are like the others. */
    in.instances = 2 * (in.instances - 40) + 40;
    assert_int_equal(streak_collect_finish(c, &in, &s), 0);
    expect_equal(s.hidden, 2 * (8 * (1e6 - 20) + 100 * (100 - 20)));
    streak_collect_free(c);
    for (size_t i = 0; i < 40; i++)
        free((void *)(uintptr_t)sets[i].bytes);
}

/* Bytes that always are read together are one observation. */
static void test_words(void **state)
{
    const struct cells whole = { 4096, 64 }, half = { 4096, 4 };
    struct sweep_source sets[2] = { 0 };
    (void)state;
    struct streak_collect *c = streak_collect_new(1, 3);
    sets[0].bytes = logmake_set(&whole, 1, 0, &sets[0].size);
    sets[1].bytes = logmake_set(&half, 1, 0, &sets[1].size);
    struct streak_stratum all = { 1, 10, NAN };
    double start = 0;
    struct streak_input in = { .pairs = 1, .start = &start, .stratum = &all, .n_strata = 1,
                               .instances = 10, .total_cost = NAN };
    struct streak_stats s;
    assert_int_equal(cell_sweep(sets, 2, (struct cell_view){ 0, 0 }, NULL, collect, c), 0);
    assert_int_equal(streak_collect_finish(c, &in, &s), 0);
    assert_true(s.seen == 64 && s.words == 9 && s.both == 4 && s.half == 60);
    streak_collect_free(c);
    free((void *)(uintptr_t)sets[0].bytes);
    free((void *)(uintptr_t)sets[1].bytes);
}

/* The same lines, one by one. */
static int collect_each(void *arg, const struct sweep_lines *lines)
{
    struct sweep_lines one = *lines;
    one.lines = 1;
    for (uint64_t i = 0; i < lines->lines; i++, one.first++)
        if (streak_collect_lines(arg, &one) != 0)
            return -1;
    return 0;
}

static uint64_t below(uint64_t *state, uint64_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % n;
}

/* Items of many alike lines, near others' and far from them. */
static void make_set(struct sweep_source *set, uint64_t *random)
{
    static const uint64_t masks[] = { 0x5555555555555555, 0xf, UINT64_MAX, 0x8000000000000001, 1,
                                      0x00ff00ff00ff00ff, 0xffffffff, 0xc000000000000003, 0x0000010000000100 };
    struct logmake out = { 0 };
    for (size_t items = 1 + below(random, 6); items > 0; items--) {
        uint64_t gap = below(random, 4) == 0 ? 1000 + below(random, 100000) : below(random, 20);
        uint64_t mask = masks[below(random, sizeof masks / sizeof *masks)];
        logmake_varint(&out, gap);
        logmake_varint(&out, (1 + below(random, 150)) << 1 | 1);
        logmake_append(&out, &mask, sizeof mask);
    }
    *set = (struct sweep_source){ out.bytes, out.size };
}

/* Equal lines in a row are kept as few, and say what all of them would say. */
static void test_alike_lines(void **state)
{
    uint64_t random = 1;
    size_t bounded = 0, fewer = 0;
    (void)state;
    for (int round = 0; round < 1000; round++) {
        struct sweep_source sets[12];
        double start[6];
        size_t pairs = 2 + below(&random, 5);
        for (size_t i = 0; i < pairs; i++)
            start[i] = 10 * (double)i + (double)below(&random, 8);
        for (size_t i = 0; i < 2 * pairs; i++)
            make_set(&sets[i], &random);
        struct cell_view view = { (unsigned)below(&random, 4), 0 };
        const struct streak_stratum all = { pairs, 100, NAN };
        const struct streak_input in = { .pairs = pairs, .start = start, .stratum = &all,
                                         .n_strata = 1, .instances = 100, .total_cost = NAN,
                                         .extents = true };
        struct streak_stats s[2];
        size_t segments[2];
        for (int each = 0; each < 2; each++) {
            struct streak_collect *c = streak_collect_new(pairs, 3 - view.shift);
            assert_int_equal(cell_sweep(sets, 2 * pairs, view, NULL, each ? collect_each : collect, c), 0);
            assert_int_equal(streak_collect_finish(c, &in, &s[each]), 0);
            segments[each] = c->n_segments;
            streak_collect_free(c);
        }
        expect_equal(s[0].slots, s[1].slots);
        expect_equal(s[0].gaps, s[1].gaps);
        expect_equal(s[0].run, s[1].run);
        expect_equal(s[0].block, s[1].block);
        expect_equal(s[0].seen, s[1].seen);
        expect_equal(s[0].hidden, s[1].hidden);
        bounded += s[0].gaps > 0;
        fewer += segments[0] < segments[1];
        for (size_t i = 0; i < 2 * pairs; i++)
            free((void *)(uintptr_t)sets[i].bytes);
    }
    assert_true(bounded > 100 && fewer > 666);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strata),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_alike_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
