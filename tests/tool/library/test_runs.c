/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several runs in one log: each is a point, and damaged ones are refused.
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

static struct log *parse(struct logmake *made, struct err *err)
{
    struct log *log;
    uint8_t *bytes = made->bytes;
    made->bytes = NULL;
    return log_parse(bytes, made->size, &log, err) == 0 ? log : NULL;
}

static struct log_points *points_of(struct logmake *made)
{
    struct err err;
    struct log_points *points;
    struct log *log = parse(made, &err);
    if (!log)
        fail_msg("%s", err.text);
    if (log_points_make(log, "a", 0, &points, &err) != 0)
        fail_msg("%s", err.text);
    log_free(log);
    return points;
}

static const struct point *point_of(const struct log_points *p, const char *name, uint32_t run)
{
    for (size_t i = 0; i < p->n_points; i++)
        if (strcmp(p->targets[p->points[i].target].key.name, name) == 0 && p->points[i].run == run)
            return &p->points[i];
    return NULL;
}

static void test_each_run_is_a_point(void **state)
{
    struct logmake made;
    (void)state;
    service_log(&made, 1, 21, 10, false);
    struct log_points *p = points_of(&made);
    assert_int_equal(p->n_points, 21);      /* 20 requests, and "accept" */
    assert_null(point_of(p, "serve", 0));
    for (uint32_t r = 1; r <= 20; r++) {
        const struct point *point = point_of(p, "serve", r);
        char label[32];
        snprintf(label, sizeof label, "request %u", r);
        assert_non_null(point);
        assert_string_equal(point->label, label);
        assert_int_equal(point->cost, 100 * r * r);
        assert_int_equal(point->instances, 1);
        assert_true(point->exact && !point->partial);
        assert_true(point->estimates[0].size == 10 * r);
        assert_true(point->user_size == 20 * r);
        assert_int_equal(point->starts, 1);
        assert_int_equal(point->warnings, 0);
    }
    log_points_free(p);
}

static void test_crossed(void **state)
{
    struct logmake made;
    (void)state;
    service_log(&made, 1, 5, 10, false);
    struct log_points *p = points_of(&made);
    const struct point *point = point_of(p, "accept", 3);
    assert_non_null(point);
    assert_true(point->warnings & 1u << WARN_CROSSED);
    assert_true(!point->exact && point->sampled == 0);
    log_points_free(p);
}

/* Only the run that was open when the process was killed is partial. */
static void test_killed(void **state)
{
    struct logmake made;
    (void)state;
    service_log(&made, 1, 5, 10, true);
    struct log_points *p = points_of(&made);
    for (uint32_t r = 1; r < 5; r++)
        assert_int_equal(point_of(p, "serve", r)->partial, r == 4);
    assert_true(isnan(point_of(p, "serve", 4)->user_size));
    assert_true(point_of(p, "serve", 3)->user_size == 60);
    log_points_free(p);
}

/* Counts that were not read in time: of that run and the next. */
static void test_short(void **state)
{
    const struct alog_run_end end = { .flags = ALOG_R_SHORT };
    struct alog_counts counts = { .instances = 3, .cost = 4, .folded = ALOG_NONE };
    struct logmake made;
    (void)state;
    logmake_start(&made, 1);
    logmake_module(&made, 0, "build");
    logmake_site(&made, 0, "f", "f.c", 1);
    for (made.run = 0; made.run < 4; made.run++) {
        logmake_run(&made, "", ALOG_R_EPOCH);
        logmake_counter(&made, 0, 0, &counts);
        if (made.run == 1)
            logmake_run_end(&made, &end);
    }
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    struct log_points *p = points_of(&made);
    assert_int_equal(p->n_points, 4);
    for (uint32_t r = 0; r < 4; r++)
        assert_int_equal(point_of(p, "f", r)->partial, r == 1 || r == 2);
    log_points_free(p);
}

/* Counts of one run do not excuse those of another. */
static void test_contradiction(void **state)
{
    const struct alog_counts none = { .instances = 1, .cost = 0, .folded = ALOG_NONE };
    const struct alog_counts many = { .instances = 100, .cost = 100, .folded = ALOG_NONE };
    const struct alog_instance in = { .cost = 7, .parent = ALOG_NONE, .total_instances = 1 };
    const struct cells cells = { 0, 64 };
    struct log_points *points;
    struct logmake made;
    struct err err;
    (void)state;
    logmake_start(&made, 1);
    logmake_module(&made, 0, "build");
    logmake_site(&made, 0, "f", "f.c", 1);
    logmake_run(&made, "", 0);
    logmake_counter(&made, 0, 0, &many);
    made.run = 1;
    logmake_run(&made, "", 0);
    logmake_counter(&made, 0, 0, &none);
    logmake_instance(&made, &in, &cells, 1, NULL, 0);
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    struct log *log = parse(&made, &err);
    assert_non_null(log);
    assert_int_equal(log_points_make(log, "a", 0, &points, &err), -1);
    assert_non_null(strstr(err.text, "damaged: traced instances of f cost 7, all 0"));
    log_free(log);
}

static void refuse(struct logmake *made, const char *why)
{
    struct err err;
    logmake_commit(made, 0, 1, ALOG_FINISHED);
    struct log *log = parse(made, &err);
    if (log)
        fail_msg("accepted, not refused as '%s'", why);
    if (!strstr(err.text, why))
        fail_msg("'%s', not '%s'", err.text, why);
}

static void start(struct logmake *made)
{
    logmake_start(made, 1);
    logmake_run(made, "", 0);
    logmake_module(made, 0, "build");
    logmake_site(made, 0, "f", "f.c", 1);
}

static void test_damaged(void **state)
{
    const struct alog_run_end end = { .time = 1 };
    const struct alog_counts counts = { .instances = 1, .folded = ALOG_NONE };
    const struct alog_sampler_state sampler = { .starts = 1 };
    const struct alog_event event = { .kind = ALOG_E_CROSSED };
    const struct alog_run endless = { .label_len = UINT32_MAX };
    struct logmake made;
    (void)state;
    start(&made);
    logmake_run(&made, "", 0);
    refuse(&made, "two runs with one number");
    start(&made);
    made.run = 2;
    logmake_run(&made, "", 0);
    refuse(&made, "no run 1");
    start(&made);
    made.run = 1;
    logmake_run_end(&made, &end);
    refuse(&made, "end of run 1, which did not begin");
    start(&made);
    logmake_run_end(&made, &end);
    logmake_run_end(&made, &end);
    refuse(&made, "two ends of run 0");
    start(&made);
    made.run = 65535;
    logmake_counter(&made, 0, 0, &counts);
    refuse(&made, "no run 65535");
    start(&made);
    made.run = 1;
    logmake_sampler(&made, 0, &sampler);
    refuse(&made, "no run 1");
    start(&made);
    logmake_block(&made, ALOG_EVENT, 1, &event, sizeof event);
    refuse(&made, "no run 1");
    start(&made);
    logmake_block(&made, ALOG_RUN, 1, &endless, sizeof endless);
    refuse(&made, "string of 4294967295 bytes");
    start(&made);
    logmake_block(&made, ALOG_RUN_END, 0, &end, 16);
    refuse(&made, "end of a run too short");
    start(&made);
    logmake_block(&made, ALOG_SIZED_INSTANCE, 0, &end, 8);
    refuse(&made, "instance too short");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_run_is_a_point), cmocka_unit_test(test_crossed),
        cmocka_unit_test(test_killed),              cmocka_unit_test(test_short),
        cmocka_unit_test(test_contradiction),       cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
