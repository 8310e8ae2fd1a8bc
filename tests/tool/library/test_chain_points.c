/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Points of recursions: what is told of a run by the chains in its log.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "chainmake.h"
#include "log/log_chain.h"
#include "point/log_points.h"
#include "sample_log.h"

/* fib (4): 9 calls, a chain of 4. */
static const struct call_row fib4[] = { { 1, 1, 5 }, { 2, 3, 2 }, { 3, 5, 1 }, { 4, 9, 1 } };

static struct alog_instance instance_of(uint64_t cost, uint8_t flags)
{
    return (struct alog_instance){ .cost = cost, .flags = flags, .parent = ALOG_NONE,
                                   .total_instances = 1, .total_cost = cost };
}

static struct log_points *points_of(struct logmake *made)
{
    struct log_points *points;
    struct log *log;
    struct err err;
    uint8_t *copy = malloc(made->size);
    assert_non_null(copy);
    memcpy(copy, made->bytes, made->size);
    if (log_parse(copy, made->size, &log, &err) != 0)
        fail_msg("%s", err.text);
    assert_int_equal(log_points_make(log, "a", 0, &points, &err), 0);
    log_free(log);
    logmake_free(made);
    return points;
}

/* The sample: fib (4), fib (3), a list of 2000, a cut one and one without RMS. */
static void test_points(void **state)
{
    struct logmake made;
    (void)state;
    chain_log(&made, 1);
    struct log_points *p = points_of(&made);
    assert_int_equal(p->n_points, 1);
    const struct point *point = &p->points[0];
    assert_int_equal(point->instances, 100);
    assert_int_equal(point->calls, 54321);
    assert_int_equal(point->cost, 2000);
    assert_true(point->rms == 32000);
    for (int e = 0; e < ESTIMATORS; e++) {
        assert_true(point->estimates[e].size == 2000);
        assert_true(point->estimates[e].low == 2000 && point->estimates[e].high == 2000);
    }
    assert_int_equal(point->sampled, 5);
    assert_int_equal(point->cut, 1);
    assert_int_equal(point->pairs, 1);
    assert_false(point->exact);
    assert_int_equal(point->n_outermost, 4);
    assert_int_equal(point->warnings, 1u << WARN_CUT | 1u << WARN_UNSEEN);
    /* Size 1 of both fibs and of the one without RMS; the list's sizes below 64
       one by one, then means of classes. */
    assert_int_equal(point->rows[0].size, 1);
    assert_int_equal(point->rows[0].count, 5 + 3 + 1 + 1);
    const struct row *last = &point->rows[point->n_rows - 1];
    assert_true(last->size > 1950 && last->size < 2000 && last->cost == last->size);
    uint64_t calls = 0;
    for (size_t i = 0; i < point->n_rows; i++)
        calls += point->rows[i].count;
    assert_int_equal(calls, 9 + 5 + 2000 + 1);
    log_points_free(p);
}

/* What an outermost instance may be, and what the point is then. */
static void test_point_flags(void **state)
{
    static const struct {
        uint8_t flags;
        uint32_t chain_flags;
        uint64_t instances;
        bool known, exact, rms;
        unsigned warnings;
    } cases[] = {
        { 0, 0, 1, true, true, true, 0 },
        { 0, 0, 2, true, false, true, 0 },
        { ALOG_I_CUT, 0, 1, false, false, false, 1u << WARN_CUT },
        { ALOG_I_UNSEEN, 0, 1, true, true, false, 1u << WARN_UNSEEN },
        { ALOG_I_LOST, 0, 1, true, true, false, 1u << WARN_LOST },
        { 0, ALOG_C_LOST, 1, true, true, true, 1u << WARN_LOST },
        { ALOG_I_STALE, 0, 1, true, true, true, 0 },
    };
    const struct cells cells = { 0, 64 };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct alog_counts counts = { .instances = cases[i].instances, .cost = 10,
                                      .folded = ALOG_NONE };
        struct alog_instance rec = instance_of(9, cases[i].flags);
        struct alog_chain chain = { .longest = 4, .flags = cases[i].chain_flags };
        struct logmake made, rows = { 0 };
        bool unseen = cases[i].flags & ALOG_I_UNSEEN;
        chainmake_listed(fib4, 4, &rows, &chain);
        logmake_start(&made, 1);
        logmake_module(&made, 0, "b");
        logmake_recursion(&made, 0, "f", "f.c", 1);
        logmake_counter(&made, 0, 0, &counts);
        logmake_chain(&made, &rec, &chain, &cells, !unseen, &rows);
        logmake_commit(&made, 0, 1, ALOG_FINISHED);
        logmake_free(&rows);
        struct log_points *p = points_of(&made);
        const struct point *point = &p->points[0];
        bool known = point->estimates[0].size == 4 && point->cost == 9;
        if (known != cases[i].known || point->exact != cases[i].exact ||
            (point->rms == 64) != cases[i].rms || isnan(point->rms) == cases[i].rms ||
            point->warnings != cases[i].warnings || (point->n_rows > 0) != known)
            fail_msg("case %zu: size %g, cost %d, exact %d, rms %g, warnings %#x", i,
                     point->estimates[0].size, (int)point->cost, point->exact, point->rms,
                     point->warnings);
        log_points_free(p);
    }
}

static void start_log(struct logmake *made, uint64_t instances, uint64_t cost)
{
    struct alog_counts counts = { .instances = instances, .cost = cost, .folded = ALOG_NONE };
    logmake_start(made, 1);
    logmake_module(made, 0, "b");
    logmake_recursion(made, 0, "f", "f.c", 1);
    logmake_counter(made, 0, 0, &counts);
}

/* The next instance of so many calls, in a chain of `longest', which read so many bytes. */
static void add_instance(struct logmake *made, uint64_t index, uint64_t calls, uint64_t longest, uint64_t bytes, uint8_t work)
{
    const struct call_row row[] = { { 1, 1, calls - 1 }, { longest, calls, 1 } };
    const struct cells cells = { 0, bytes };
    struct alog_instance rec = instance_of(calls, 0);
    struct alog_chain chain = { .longest = longest };
    struct logmake rows = { 0 };
    rec.order = rec.index = index;
    rec.work = work;
    chainmake_listed(row, 2, &rows, &chain);
    logmake_chain(made, &rec, &chain, &cells, 1, &rows);
    logmake_free(&rows);
}

/* Of several with the longest chain the one with the most calls counts. */
static void test_longest(void **state)
{
    static const uint64_t costs[] = { 5, 9, 7 };
    struct logmake made;
    (void)state;
    start_log(&made, 3, 21);
    for (size_t i = 0; i < 3; i++)
        add_instance(&made, i, costs[i], 3, costs[i], 0);
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    struct log_points *p = points_of(&made);
    assert_int_equal(p->points[0].cost, 9);
    assert_true(p->points[0].rms == 9);
    assert_true(p->points[0].exact);
    log_points_free(p);
}

/* Work of instances that hardly call themselves is no work row: 7 calls and 8. */
static void test_work_rows(void **state)
{
    struct logmake made;
    (void)state;
    start_log(&made, 2, 15);
    for (uint64_t calls = 7; calls <= 8; calls++)
        add_instance(&made, calls - 7, calls, 2, 10 * calls, 20);
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    struct log_points *p = points_of(&made);
    assert_int_equal(p->points[0].n_work_rows, 1);
    assert_true(p->points[0].work_rows[0].size == 80);
    log_points_free(p);
}

/* A run's instances, and what is told of them beside. */
struct beside {
    uint8_t place, flags;
    uint64_t index, cost;
};

static struct log_points *points_beside(const struct beside *list, size_t n, uint64_t instances)
{
    struct alog_counts counts = { .instances = instances, .cost = 100, .folded = ALOG_NONE };
    const struct cells cells = { 0, 40 };
    struct logmake made;
    logmake_start(&made, 1);
    logmake_module(&made, 0, "b");
    logmake_recursion(&made, 0, "f", "f.c", 1);
    logmake_counter(&made, 0, 0, &counts);
    for (size_t i = 0; i < n; i++) {
        const struct call_row row[] = { { 1, 1, list[i].cost - 1 }, { 2, list[i].cost, 1 } };
        struct alog_instance rec = instance_of(list[i].cost, list[i].flags);
        struct alog_chain chain = { .longest = 2 };
        struct logmake rows = { 0 };
        rec.order = i;
        rec.index = list[i].index;
        rec.place = list[i].place;
        chainmake_listed(row, 2, &rows, &chain);
        logmake_chain(&made, &rec, &chain, &cells, 1, &rows);
        logmake_free(&rows);
    }
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    return points_of(&made);
}

/* Inner starts tell of single calls, and nothing of the run. */
static void test_inner(void **state)
{
    static const struct beside only[] = { { 0, ALOG_I_CUT, 0, 9 }, { 0, ALOG_I_INNER, 0, 7 },
                                          { 0, ALOG_I_INNER, 0, 5 },
                                          { 0, ALOG_I_INNER | ALOG_I_CUT, 0, 8 } };
    static const struct beside between[] = { { 0, 0, 0, 9 }, { 0, ALOG_I_INNER, 0, 30 }, { 1, 0, 1, 9 } };
    (void)state;
    struct log_points *p = points_beside(only, 4, 1);
    const struct point *point = &p->points[0];
    assert_true(isnan(point->estimates[0].size) && isnan(point->rms) && !point->exact);
    assert_int_equal(point->sampled, 1);
    assert_int_equal(point->cut, 1);
    assert_int_equal(point->inner, 2);
    assert_int_equal(point->n_outermost, 2);
    assert_int_equal(point->n_rows, 3);
    assert_int_equal(point->rows[0].count, 6 + 4);
    assert_true(point->rows[1].cost == 5 && point->rows[2].cost == 7);
    log_points_free(p);

    p = points_beside(between, 3, 2);
    point = &p->points[0];
    assert_true(point->exact && point->estimates[0].size == 2 && point->cost == 9);
    assert_int_equal(point->pairs, 1);
    assert_int_equal(point->sampled, 2);
    assert_int_equal(point->inner, 1);
    log_points_free(p);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),  cmocka_unit_test(test_point_flags),
        cmocka_unit_test(test_longest), cmocka_unit_test(test_inner),
        cmocka_unit_test(test_work_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
