/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From logs to points and targets.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "target/dataset.h"
#include "sample_log.h"

static struct log_points *points_of(struct logmake *made, const char *path, unsigned shift)
{
    struct log *log;
    struct log_points *points;
    struct err err;
    if (log_parse(made->bytes, made->size, &log, &err) != 0)
        fail_msg("%s", err.text);
    made->bytes = NULL;
    assert_int_equal(log_points_make(log, path, shift, &points, &err), 0);
    log_free(log);
    return points;
}

static void test_exact_point(void **state)
{
    struct logmake made;
    (void)state;
    exact_log(&made, 1, "build", 20, 8);
    struct log_points *p = points_of(&made, "a", 0);
    assert_int_equal(p->n_points, 1);
    assert_true(p->points[0].exact);
    assert_int_equal(p->points[0].instances, 20);
    assert_int_equal(p->points[0].cost, 1680);
    assert_int_equal(p->points[0].pairs, 10);
    assert_int_equal(p->points[0].n_rows, 20);
    for (int e = 0; e < ESTIMATORS; e++) {
        assert_true(p->points[0].estimates[e].size == 160);
        assert_true(p->points[0].estimates[e].low == 160);
        assert_true(p->points[0].estimates[e].high == 160);
    }
    assert_int_equal(p->points[0].warnings, 0);
    log_points_free(p);
}

/* What must not be called exact: more instances than traced, a cut or lost
 * one, a thinned set, one instance twice. */
static void test_not_exact(void **state)
{
    static const struct {
        uint64_t instances;
        uint8_t flags, thin;
        uint64_t order;
        bool exact;
        unsigned warning;
    } cases[] = {
        { 2, 0, 0, 1, true, WARNINGS },
        { 3, 0, 0, 1, false, WARN_FEW_PAIRS },
        { 2, ALOG_I_CUT, 0, 1, false, WARN_CUT },
        { 2, ALOG_I_LOST, 0, 1, false, WARN_LOST },
        { 2, 0, 1, 1, false, WARN_THINNED },
        { 2, 0, 0, 0, false, WARN_FEW_PAIRS },
        { 2, ALOG_I_STALE | ALOG_I_FIRST_PAIR, 0, 1, true, WARNINGS },
    };
    const struct cells cells = { 0, 64000 };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct logmake made;
        const struct alog_counts counts = { .instances = cases[i].instances,
                                            .folded = ALOG_NONE };
        struct alog_instance in = { .total_instances = 1, .parent = ALOG_NONE, .rms = 64000 };
        logmake_start(&made, 1);
        logmake_module(&made, 0, "b");
        logmake_site(&made, 0, "f", "f.c", 1);
        logmake_counter(&made, 0, 0, &counts);
        logmake_instance(&made, &in, &cells, 1, NULL, 0);
        in.index = in.place = 1;
        in.total_instances = 2;
        in.order = cases[i].order;
        in.flags = cases[i].flags;
        in.thin = cases[i].thin;
        logmake_instance(&made, &in, &cells, 1, NULL, 0);
        logmake_commit(&made, 0, 1, ALOG_FINISHED);
        struct log_points *p = points_of(&made, "a", 0);
        if (p->points[0].exact != cases[i].exact)
            fail_msg("case %zu: exact is %d", i, p->points[0].exact);
        if (cases[i].warning < WARNINGS && !(p->points[0].warnings & 1u << cases[i].warning))
            fail_msg("case %zu: no warning %s", i, warn_code((enum warning)cases[i].warning));
        if (cases[i].exact)
            assert_int_equal(p->points[0].warnings, 0);
        log_points_free(p);
    }
}

/* A pair is two whole consecutive instances of one thread. */
static void test_pairs(void **state)
{
    static const struct {
        uint32_t thread;
        uint64_t index, pair;
        uint8_t place, flags;
        uint64_t pairs;
    } second[] = {
        { 0, 1, 0, 1, 0, 1 }, { 1, 1, 0, 1, 0, 0 }, { 0, 2, 0, 1, 0, 0 },
        { 0, 1, 1, 1, 0, 0 }, { 0, 1, 0, 0, 0, 0 }, { 0, 1, 0, 1, ALOG_I_CUT, 0 },
    };
    const struct cells cells = { 0, 64 }, elsewhere = { 1000, 10 };
    (void)state;
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        struct logmake made;
        struct alog_instance in = { .parent = ALOG_NONE, .total_instances = 1 };
        logmake_start(&made, 1);
        logmake_module(&made, 0, "b");
        logmake_site(&made, 0, "f", "f.c", 1);
        logmake_instance(&made, &in, &cells, 1, NULL, 0);
        /* Another thread's instance lies between the two in time. */
        in.thread = 7;
        in.pair = 9;
        in.order = 1;
        logmake_instance(&made, &in, &elsewhere, 1, NULL, 0);
        in = (struct alog_instance){ .thread = second[i].thread, .index = second[i].index,
                                     .pair = second[i].pair, .place = second[i].place,
                                     .flags = second[i].flags, .total_instances = 5, .order = 2,
                                     .parent = ALOG_NONE };
        logmake_instance(&made, &in, &cells, 1, NULL, 0);
        logmake_commit(&made, 0, 1, ALOG_FINISHED);
        struct log_points *p = points_of(&made, "a", 0);
        if (p->points[0].pairs != second[i].pairs)
            fail_msg("case %zu: %d pairs", i, (int)p->points[0].pairs);
        double size = p->points[0].estimates[estimator_find("pair")].size;
        assert_true(second[i].pairs ? size == 74 : isnan(size));
        log_points_free(p);
    }
}

/* The sample log: nesting, opaque calls, a cut instance that only marks cells,
 * rows of whole instances only. */
static void test_sample(void **state)
{
    struct logmake made;
    (void)state;
    sample_log(&made, 1);
    struct log_points *p = points_of(&made, "a", 0);
    assert_int_equal(p->n_targets, 2);
    assert_string_equal(p->targets[0].key.name, "outer");
    assert_int_equal(p->n_nestings, 1);
    assert_int_equal(p->nestings[0].inner, 1);
    assert_int_equal(p->nestings[0].outer, 0);
    assert_int_equal(p->targets[0].n_opaque, 1);
    assert_int_equal(p->targets[0].opaque[0].calls, 3);
    assert_int_equal(p->points[0].sampled, 3);
    assert_int_equal(p->points[0].cut, 1);
    assert_int_equal(p->points[0].n_rows, 2);
    assert_int_equal(p->points[0].rows[0].size, 306);
    assert_int_equal(p->points[0].rows[1].size, 307);
    assert_true(p->points[0].warnings & 1u << WARN_OPAQUE);
    assert_false(p->points[1].warnings & 1u << WARN_OPAQUE);
    log_points_free(p);
}

/* Sites of one place and name (copies of a template) are one target. */
static void test_copies_merge(void **state)
{
    struct logmake made;
    const struct alog_counts counts = { .instances = 5, .cost = 50, .folded = ALOG_NONE };
    (void)state;
    logmake_start(&made, 1);
    logmake_module(&made, 0, "b");
    logmake_site(&made, 0, "f", "f.c", 7);
    logmake_site(&made, 1, "f", "f.c", 7);
    logmake_site(&made, 2, "f", "f.c", 8);
    for (uint32_t site = 0; site < 3; site++)
        logmake_counter(&made, site, 0, &counts);
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    struct log_points *p = points_of(&made, "a", 0);
    assert_int_equal(p->n_targets, 2);
    assert_int_equal(p->points[0].instances, 10);
    assert_int_equal(p->points[1].instances, 5);
    assert_true(isnan(p->points[0].estimates[0].size));
    log_points_free(p);
}

static void add(struct dataset *set, uint8_t id, const char *build, unsigned n, const char *path)
{
    struct logmake made;
    exact_log(&made, id, build, n, 8);
    assert_int_equal(dataset_add(set, points_of(&made, path, 0)), 0);
}

static void test_merge(void **state)
{
    struct dataset set = { 0 };
    struct err err;
    (void)state;
    add(&set, 3, "one", 30, "c");
    add(&set, 1, "one", 10, "a");
    add(&set, 2, "one", 20, "b");
    add(&set, 1, "one", 10, "z");
    add(&set, 4, "two", 40, "d");
    add(&set, 5, "two", 0, "e");
    assert_int_equal(dataset_finish(&set, &err), 0);
    assert_int_equal(set.n_logs, 5);
    assert_int_equal(set.n_skipped, 1);
    assert_string_equal(set.skipped[0].path, "z");
    assert_string_equal(set.skipped[0].why, "same log as a");
    assert_true(set.mixed_builds);
    assert_int_equal(set.n_targets, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct target *t = &set.targets[i];
        assert_int_equal(t->rank, i + 1);
        assert_true(t->warnings & 1u << WARN_MIXED_BUILDS);
        if (t->n_points == 1)   /* e's target was never executed: no point */
            continue;
        assert_int_equal(t->n_points, 3);
        assert_string_equal(t->points[0].log->path, "a");
        assert_string_equal(t->points[2].log->path, "c");
        assert_true(t->size_low == 80 && t->size_high == 240);
        assert_true(t->instances == 60);
        assert_true(t->cost == 8 * (55 + 210 + 465));
    }
    dataset_free(&set);
}

/* Of two copies of one log the later one counts, whatever their names. */
static void test_newer_copy(void **state)
{
    struct dataset set = { 0 };
    struct logmake made;
    struct err err;
    (void)state;
    add(&set, 1, "b", 10, "a");
    exact_log(&made, 1, "b", 20, 8);
    logmake_commit(&made, 1, 2, ALOG_FINISHED);
    assert_int_equal(dataset_add(&set, points_of(&made, "later", 0)), 0);
    assert_int_equal(dataset_finish(&set, &err), 0);
    assert_int_equal(set.n_logs, 1);
    assert_string_equal(set.skipped[0].path, "a");
    assert_true(set.targets[0].instances == 20);
    dataset_free(&set);
}

static void test_nothing(void **state)
{
    struct dataset set = { 0 };
    struct err err;
    (void)state;
    assert_int_equal(dataset_finish(&set, &err), 0);
    assert_int_equal(set.n_targets, 0);
    dataset_free(&set);
}

/* Whatever a log with right checksums says, analysing it ends well (run this
 * under AddressSanitizer). */
static void test_hostile(void **state)
{
    uint32_t x = 77;
    int analysed = 0;
    (void)state;
    for (int round = 0; round < 1000; round++) {
        struct dataset set = { .pool = { .estimator = round % ESTIMATORS } };
        struct logmake made;
        struct log *log;
        struct err err;
        sample_log(&made, 1);
        for (int changes = round % 4; changes >= 0; changes--)
            logmake_spoil(&made, &x);
        if (log_parse(made.bytes, made.size, &log, &err) != 0)
            continue;
        struct log_points *points;
        int result = log_points_make(log, "a", (unsigned)round % 7, &points, &err);
        log_free(log);
        if (result != 0) {
            assert_true(strncmp(err.text, "damaged: ", 9) == 0);
            continue;
        }
        assert_int_equal(dataset_add(&set, points), 0);
        assert_int_equal(dataset_finish(&set, &err), 0);
        dataset_free(&set);
        analysed++;
    }
    assert_true(analysed > 50);
}

/* Counts that cannot be those of the log's instances; where they may be of an
 * earlier moment they are taken for that. */
static void test_contradictions(void **state)
{
    static const struct {
        uint64_t instances, cost, log_state;
        const char *why;
    } cases[] = {
        { 2, 20, ALOG_FINISHED, NULL },
        { 1, 20, ALOG_FINISHED, "damaged: 2 traced instances of f, 1 in all" },
        { 2, 19, ALOG_FINISHED, "damaged: traced instances of f cost 20, all 19" },
        { 1, 19, ALOG_RUNNING, NULL },
    };
    const struct cells cells = { 0, 64 };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct logmake made;
        struct log *log;
        struct log_points *points = NULL;
        struct err err;
        const struct alog_counts counts = { .instances = cases[i].instances,
                                            .cost = cases[i].cost, .folded = ALOG_NONE };
        logmake_start(&made, 1);
        logmake_module(&made, 0, "b");
        logmake_site(&made, 0, "f", "f.c", 1);
        logmake_counter(&made, 0, 0, &counts);
        for (uint64_t k = 0; k < 2; k++) {
            const struct alog_instance in = { .parent = ALOG_NONE, .index = k, .place = k % 2,
                                              .order = k, .cost = 10, .period = 1 };
            logmake_instance(&made, &in, &cells, 1, NULL, 0);
        }
        logmake_commit(&made, 0, 1, cases[i].log_state);
        assert_int_equal(log_parse(made.bytes, made.size, &log, &err), 0);
        int result = log_points_make(log, "a", 0, &points, &err);
        assert_int_equal(result, cases[i].why ? -1 : 0);
        if (cases[i].why)
            assert_string_equal(err.text, cases[i].why);
        else
            log_points_free(points);
        log_free(log);
    }
}

/* A log of one sender (0: no id) with so many targets from number `first` on. */
static void add_crowd(struct dataset *set, unsigned id, uint8_t client, uint32_t first, uint32_t targets)
{
    static const struct alog_counts counts = { .instances = 3, .folded = ALOG_NONE };
    struct logmake made;
    char name[32];
    logmake_start(&made, id);
    logmake_module(&made, 0, "build");
    for (uint32_t i = 0; i < targets; i++) {
        snprintf(name, sizeof name, "f%u", first + i);
        logmake_site(&made, i, name, "f.c", 1 + first + i);
        logmake_counter(&made, i, 0, &counts);
    }
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    snprintf(name, sizeof name, "%u.aplog", id);
    struct log_points *points = points_of(&made, name, 0);
    memset(points->header.client, client, sizeof points->header.client);
    assert_int_equal(dataset_add(set, points), 0);
}

static void finish_crowd(struct dataset *set, size_t targets, size_t left_out)
{
    struct err err;
    assert_int_equal(dataset_finish(set, &err), 0);
    assert_int_equal(set->n_left_out, left_out);
    assert_int_equal(set->n_targets, targets);
    for (size_t i = 0; i < set->n_targets; i++)
        assert_int_equal(set->targets[i].rank, i + 1);
    dataset_free(set);
}

/* What one sender makes up is bounded; what several have stays. */
static void test_crowd(void **state)
{
    struct dataset set = { 0 };
    (void)state;
    add_crowd(&set, 1, 0, 0, 5000);             /* one sender: all count */
    finish_crowd(&set, 5000, 0);
    add_crowd(&set, 1, 1, 0, 100);
    add_crowd(&set, 2, 2, 50, 5000);            /* 50 in common, 4,950 of its own */
    finish_crowd(&set, 100 + 2048, 4950 - 2048);
    add_crowd(&set, 1, 0, 0, 3000);             /* logs without an id are one sender's */
    add_crowd(&set, 2, 0, 3000, 3000);
    add_crowd(&set, 3, 2, 6000, 10);
    finish_crowd(&set, 2048 + 10, 6000 - 2048);
    add_crowd(&set, 1, 0, 0, 10000);            /* nobody has an id: the report's room */
    add_crowd(&set, 2, 0, 10000, 10000);
    finish_crowd(&set, 16384, 20000 - 16384);
}

/* Of too many those of more logs stay. */
static void test_crowd_claim(void **state)
{
    struct dataset set = { 0 };
    struct err err;
    (void)state;
    add_crowd(&set, 1, 1, 0, 3000);
    add_crowd(&set, 2, 1, 2990, 10);
    add_crowd(&set, 3, 2, 9000, 1);
    assert_int_equal(dataset_finish(&set, &err), 0);
    assert_int_equal(set.n_left_out, 3000 - 2048);
    size_t of_two = 0;
    for (size_t i = 0; i < set.n_targets; i++)
        of_two += set.targets[i].n_points == 2;
    assert_int_equal(of_two, 10);
    dataset_free(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_point),  cmocka_unit_test(test_not_exact),
        cmocka_unit_test(test_pairs),        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_crowd_claim),
        cmocka_unit_test(test_copies_merge), cmocka_unit_test(test_merge),
        cmocka_unit_test(test_newer_copy),   cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_hostile),      cmocka_unit_test(test_contradictions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
