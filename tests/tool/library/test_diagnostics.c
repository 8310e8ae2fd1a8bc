/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each diagnostic of a size, on a loop that calls for it; and that a harmless
 * loop has none.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "target/dataset.h"
#include "logmake.h"

#define CELLS 64

/* Cells (words of 8 bytes) that instance i of a loop reads, ascending; their number. */
typedef unsigned read_fn(uint64_t i, uint64_t *word);

struct loop {
    const char *name;
    read_fn *read;
    uint64_t instances;
    unsigned gap;               /* mean gap between pairs, about */
    double cost_ratio;          /* mean cost of an instance, run / sample */
    unsigned refused;           /* starts refused by the budget */
    unsigned warnings, none;    /* bits that must be there; that must not */
};

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static unsigned rescan(uint64_t i, uint64_t *word)
{
    (void)i;
    for (unsigned k = 0; k < 32; k++)
        word[k] = k;
    return 32;
}

static unsigned stream(uint64_t i, uint64_t *word)
{
    for (unsigned k = 0; k < 8; k++)
        word[k] = 8 * i + k;
    return 8;
}

/* One of 40 instances reads 60 words, the others 1. */
static unsigned bursts(uint64_t i, uint64_t *word)
{
    unsigned n = mix(i + 11) % 40 == 0 ? 60 : 1;
    for (unsigned k = 0; k < n; k++)
        word[k] = 64 * i + k;
    return n;
}

static unsigned walk(uint64_t i, uint64_t *word)
{
    unsigned n = 1 + (unsigned)(mix(i + 3) % 60);
    for (unsigned k = 0; k < n; k++)
        word[k] = 1000 * k;
    return n;
}

/* 4 probes of an array of 400 words. */
static unsigned probe(uint64_t i, uint64_t *word)
{
    for (unsigned k = 0; k < 4; k++)
        word[k] = 100 * k + mix(4 * i + k + 1) % 100;
    return 4;
}

/* 4 probes of an array of 100, and 4 new words. */
static unsigned warm_and_fresh(uint64_t i, uint64_t *word)
{
    for (unsigned k = 0; k < 4; k++) {
        word[k] = 25 * k + mix(4 * i + k + 1) % 25;
        word[4 + k] = 1000 + 4 * i + k;
    }
    return 8;
}

/* Always 3 iterations, of more and more work. */
static unsigned compare(uint64_t i, uint64_t *word)
{
    unsigned n = 1 + (unsigned)(i / 2 % 50);
    for (unsigned k = 0; k < n; k++)
        word[k] = 64 * i + k;
    return n;
}

/* As many iterations as words, each of which looks at all of them again. */
static unsigned compare_all(uint64_t i, uint64_t *word)
{
    return compare(i, word);
}

static uint64_t iterations_of(const struct loop *loop, uint64_t index)
{
    uint64_t word[CELLS];
    unsigned n = loop->read(index, word);
    return loop->read == compare ? 3 : n;
}

/* The first of the two instances of a pair, and of the next one. */
static uint64_t next_pair(const struct loop *loop, uint64_t at)
{
    return at + 2 + 2 * (mix(at + 99) % loop->gap);
}

/* Of all instances. */
static double mean_cost(const struct loop *loop)
{
    double sum = 0, traced = 0;
    for (uint64_t at = 0; at + 2 <= loop->instances; at = next_pair(loop, at), traced += 2)
        sum += (double)(iterations_of(loop, at) + iterations_of(loop, at + 1));
    return sum / traced * loop->cost_ratio;
}

static void add_instance(struct logmake *log, const struct loop *loop, uint64_t index, uint64_t pair)
{
    uint64_t word[CELLS];
    struct cells cells[CELLS];
    unsigned n = loop->read(index, word), ranges = 0;
    for (unsigned k = 0; k < n; k++)
        if (k > 0 && word[k] == word[k - 1] + 1)
            cells[ranges - 1].count += 8;
        else
            cells[ranges++] = (struct cells){ word[k] * 8, 8 };
    const struct alog_instance in = { .index = index, .cost = iterations_of(loop, index), .pair = pair, .period = 8,
                                      .order = index, .total_instances = index + 1,
                                      .total_cost = (uint64_t)(mean_cost(loop) * (double)(index + 1)), .parent = ALOG_NONE,
                                      .place = index % 2,
                                      .work = loop->read == compare_all ? alog_work_class(n * n)
                                              : loop->read == walk ? alog_work_class(2 * n) : 0 };
    logmake_instance(log, &in, cells, ranges, NULL, 0);
}

/* Pairs begin at even instances. */
static struct logmake make_log(const struct loop *loop, uint8_t run_id)
{
    struct logmake log;
    uint64_t traced = 0;
    logmake_start(&log, run_id);
    logmake_module(&log, 0, "b");
    logmake_site(&log, 0, "f", "f.c", 1);
    for (uint64_t at = 0; at + 2 <= loop->instances; at = next_pair(loop, at), traced += 2)
        for (uint64_t h = 0; h < 2; h++)
            add_instance(&log, loop, at + h, traced / 2);
    struct alog_counts counts = { .instances = loop->instances, .traced = traced,
                                  .cost = (uint64_t)(mean_cost(loop) * (double)loop->instances),
                                  .folded = ALOG_NONE };
    const struct alog_sampler_state state = { .starts = traced / 2, .kept = traced / 2,
                                              .refused_budget = loop->refused };
    logmake_counter(&log, 0, 0, &counts);
    logmake_sampler(&log, 0, &state);
    logmake_commit(&log, 0, 1, ALOG_FINISHED);
    return log;
}

static struct log_points *points_of(const struct loop *loop, const char *path, uint8_t run_id)
{
    struct logmake made = make_log(loop, run_id);
    struct log *log;
    struct log_points *points;
    struct err err;
    if (log_parse(made.bytes, made.size, &log, &err) != 0 ||
        log_points_make(log, path, 0, &points, &err) != 0)
        fail_msg("%s: %s", loop->name, err.text);
    log_free(log);
    return points;
}

#define BIT(name) (1u << WARN_##name)
#define ALL (WARN_OF_STREAKS | BIT(FEW_PAIRS) | BIT(UNREPRESENTATIVE) | BIT(BUDGET_LIMITED))

static const struct loop loops[] = {
    { "rescan", rescan, 4000, 40, 1, 0, 0, ALL },
    { "few pairs", rescan, 100, 40, 1, 0, BIT(FEW_PAIRS), ALL & ~BIT(FEW_PAIRS) },
    { "nothing met again", stream, 8000, 40, 1, 0, BIT(FEW_RECAPTURES) | BIT(EXTRAPOLATED),
      BIT(TWO_KINDS) | BIT(PREFIX_WALKS) | BIT(UNEVEN) | BIT(WIDE) | BIT(FEW_PAIRS) },
    { "known well", probe, 1000, 4, 1, 0, 0, ALL & ~BIT(BOUNDED) },
    { "dear ones missed", rescan, 4000, 40, 1.3, 0, BIT(UNREPRESENTATIVE), ALL & ~BIT(UNREPRESENTATIVE) },
    { "cheap ones missed", rescan, 4000, 40, .75, 0, BIT(UNREPRESENTATIVE), ALL & ~BIT(UNREPRESENTATIVE) },
    { "nearly alike", rescan, 4000, 40, 1.2, 0, 0, ALL },
    { "bursts", bursts, 4000, 150, 1, 0, BIT(UNEVEN), BIT(PREFIX_WALKS) },
    { "few pairs of a stream", stream, 8000, 3000, 1, 0, BIT(WIDE) | BIT(FEW_PAIRS), 0 },
    { "walks", walk, 4000, 40, 1, 0, BIT(PREFIX_WALKS), ALL & ~BIT(PREFIX_WALKS) },
    { "array", probe, 4000, 400, 1, 0, BIT(BOUNDED), BIT(PREFIX_WALKS) },
    { "warm and fresh", warm_and_fresh, 20000, 60, 1, 0, BIT(TWO_KINDS), BIT(PREFIX_WALKS) },
    { "budget", rescan, 4000, 40, 1, 7, BIT(BUDGET_LIMITED), ALL & ~BIT(BUDGET_LIMITED) },
    { "hardly any budget", rescan, 4000, 40, 1, 1, 0, ALL },
};

static void test_each(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        const struct loop *l = &loops[i];
        struct log_points *points = points_of(l, "a", 1);
        const struct point *p = &points->points[0];
        for (int w = 0; w < WARNINGS; w++) {
            if (l->warnings & 1u << w && !(p->warnings & 1u << w))
                fail_msg("%s: no warning %s", l->name, warn_code((enum warning)w));
            if (l->none & 1u << w && p->warnings & 1u << w)
                fail_msg("%s: warning %s", l->name, warn_code((enum warning)w));
        }
        log_points_free(points);
    }
}

/* How many cells are of which kind, and how many pairs the budget cost. */
static void test_figures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        struct log_points *points = points_of(&loops[i], "a", 1);
        const struct point *p = &points->points[0];
        assert_int_equal(p->refused, loops[i].refused);
        assert_int_equal(p->starts, p->pairs);
        if (p->warnings & BIT(TWO_KINDS)) {
            double fresh = 4 * 8 * (double)p->instances;
            assert_true(loops[i].read == warm_and_fresh);
            assert_true(fabs(p->read_once / fresh - 1) < 0.05);
        } else {
            assert_true(isnan(p->read_once));
        }
        log_points_free(points);
    }
}

/* The runtime counts what a wait will refuse when it begins, and the run may end before: no more pairs were refused
 * than there were executions for. */
static void test_refused_ahead(void **state)
{
    struct loop loop = { .name = "ended in a wait", .read = rescan, .instances = 100, .gap = 40, .cost_ratio = 1 };
    static const unsigned told[] = { 60, 400 };
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        loop.refused = told[i];
        struct log_points *points = points_of(&loop, "a", 1);
        const struct point *p = &points->points[0];
        assert_true(p->starts > 0 && p->warnings & BIT(BUDGET_LIMITED));
        assert_int_equal(p->refused, told[i] < p->instances ? told[i] : p->instances - p->starts);
        log_points_free(points);
    }
}

/* All pairs read the same, which is not known of the others: the interval has a width, and the more pairs the less. */
static void test_not_exact(void **state)
{
    double before = INFINITY;
    (void)state;
    for (unsigned gap = 40; gap > 2; gap /= 2) {
        const struct loop loop = { .name = "rescan", .read = rescan, .instances = 4000, .gap = gap, .cost_ratio = 1 };
        struct log_points *points = points_of(&loop, "a", 1);
        struct estimate e = points->points[0].estimates[ESTIMATOR_DEFAULT];
        double pairs = (double)points->points[0].pairs;
        log_points_free(points);
        assert_float_equal(e.size, 256, 0);
        assert_float_equal(e.low, 256, 0);
        assert_float_equal(e.high, 256 * (1 + 3 / (2 * pairs)), 1e-9);
        assert_true(e.high < before);
        before = e.high;
    }
}

/* What the budget took widens the interval, if it was much. */
static void test_budget_interval(void **state)
{
    struct loop loop = { .name = "budget", .read = stream, .instances = 8000, .gap = 40, .cost_ratio = 1 };
    static const unsigned refused[] = { 0, 1, 30, 300 };
    struct estimate e[4];
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        loop.refused = refused[i];
        struct log_points *points = points_of(&loop, "a", 1);
        e[i] = points->points[0].estimates[ESTIMATOR_DEFAULT];
        log_points_free(points);
        assert_true(e[i].low < e[i].size && e[i].size < e[i].high);
        /* Where some were refused, pairs count by the gaps around them: here these are even. */
        assert_true(e[i].size == e[i > 1 ? 1 : i].size && fabs(e[i].size / e[0].size - 1) < 1e-4);
    }
    assert_true(e[1].low >= e[0].low && e[1].high <= e[0].high);
    assert_true(e[2].low < e[1].low && e[2].high > e[1].high);
    assert_true(e[3].low < e[2].low && e[3].high > e[2].high);
}

/* A single instance makes no pair: no size. */
static void test_no_pair(void **state)
{
    struct loop loop = { .name = "single", .read = rescan, .instances = 2, .gap = 40, .cost_ratio = 1 };
    struct logmake made;
    struct alog_counts counts = { .instances = 1, .cost = 32, .folded = ALOG_NONE };
    struct dataset set = { 0 };
    struct log *log;
    struct log_points *points;
    struct err err;
    (void)state;
    logmake_start(&made, 1);
    logmake_module(&made, 0, "b");
    logmake_site(&made, 0, "f", "f.c", 1);
    counts.instances = 5;
    add_instance(&made, &loop, 0, 0);
    logmake_counter(&made, 0, 0, &counts);
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    assert_int_equal(log_parse(made.bytes, made.size, &log, &err), 0);
    assert_int_equal(log_points_make(log, "a", 0, &points, &err), 0);
    log_free(log);
    assert_int_equal(dataset_add(&set, points), 0);
    assert_int_equal(dataset_finish(&set, &err), 0);
    const struct target_point *p = &set.targets[0].points[0];
    assert_true(isnan(p->size.size));
    assert_int_equal(p->warnings, BIT(FEW_PAIRS) | BIT(NO_RECAPTURE));
    dataset_free(&set);
}

/* Runs of one size tell no exponent; estimators that know no streaks do not
 * speak of them. */
static void test_over_runs(void **state)
{
    (void)state;
    for (int estimator = 0; estimator < 2; estimator++) {
        struct dataset set = { .pool = { .estimator = estimator } };
        struct err err;
        assert_int_equal(dataset_add(&set, points_of(&loops[9], "a", 1)), 0);
        assert_int_equal(dataset_add(&set, points_of(&loops[9], "b", 2)), 0);
        assert_int_equal(dataset_finish(&set, &err), 0);
        assert_true(set.targets[0].warnings & BIT(NO_SCALING));
        assert_int_equal(!!(set.targets[0].warnings & BIT(PREFIX_WALKS)), estimator == ESTIMATOR_DEFAULT);
        dataset_free(&set);
    }
    struct loop longer = loops[2];
    struct dataset set = { 0 };
    struct err err;
    longer.instances *= 4;
    assert_int_equal(dataset_add(&set, points_of(&loops[2], "a", 1)), 0);
    assert_int_equal(dataset_add(&set, points_of(&longer, "b", 2)), 0);
    assert_int_equal(dataset_finish(&set, &err), 0);
    assert_false(set.targets[0].warnings & BIT(NO_SCALING));
    dataset_free(&set);
}

/* Iterations that read or access more in larger instances, and such that do not. */
static void test_work(void **state)
{
    static read_fn *const reads[] = { walk, compare, compare_all };
    (void)state;
    for (int growing = 0; growing < 3; growing++) {
        const struct loop loop = { "work", reads[growing], 2000, 20, 1, 0, 0, 0 };
        struct dataset set = { 0 };
        struct err err;
        assert_int_equal(dataset_add(&set, points_of(&loop, "a", 1)), 0);
        assert_int_equal(dataset_finish(&set, &err), 0);
        assert_int_equal(!!(set.targets[0].warnings & BIT(GROWING_WORK)), growing > 0);
        dataset_free(&set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each),
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_refused_ahead),
        cmocka_unit_test(test_budget_interval),
        cmocka_unit_test(test_not_exact),
        cmocka_unit_test(test_no_pair),
        cmocka_unit_test(test_over_runs),
        cmocka_unit_test(test_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
