/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Instances in short, of which a log may have more than are kept one by one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "log/log_read.h"
#include "logmake.h"
#include "point/log_points.h"

/* n instances: of cost and rms `first' and so much more each time, in so many steps. */
struct made {
    uint64_t n, steps, first;
    unsigned flags;
    uint64_t pair;              /* all are its first half; 0: two of each pair */
};

static struct log *make(const struct made *m, struct err *err)
{
    struct logmake log = { 0 }, p = { 0 };
    uint64_t cost = 0;
    logmake_varint(&p, 0);
    logmake_varint(&p, 0);
    logmake_varint(&p, 2 * m->n);
    for (uint64_t i = 0; i < m->n; i++) {
        uint64_t value = m->first + i / 2 % m->steps, has = i % 2 && !m->pair ? 1u << ALOG_P_SECOND : 0;
        bool changes = i == 0 || m->steps > 1;
        has |= (changes ? 1u << ALOG_P_COST : 0) | (i == 0 && m->flags ? 1u << ALOG_P_FLAGS : 0);
        has |= changes && m->flags ? 1u << ALOG_P_RMS : 0;
        has |= m->pair ? 1u << ALOG_P_PAIR : 0;
        logmake_varint(&p, has);
        if (changes)
            logmake_varint(&p, value);
        if (changes && m->flags)
            logmake_varint(&p, 8 * value);
        if (i == 0 && m->flags)
            logmake_varint(&p, m->flags);
        if (m->pair)
            logmake_varint(&p, i == 0 ? 2 * m->pair : 1);       /* the difference to it, or to the next one */
        cost += value;
    }
    const struct alog_counts counts = { .instances = m->n, .cost = cost, .traced = m->n, .folded = ALOG_NONE };
    logmake_start(&log, 1);
    logmake_module(&log, 0, "0123456789abcdefghij");
    logmake_site(&log, 0, "f", "f.c", 10);
    logmake_counter(&log, 0, 0, &counts);
    logmake_block(&log, ALOG_COMPACT, 0, p.bytes, p.size);
    logmake_free(&p);
    logmake_commit(&log, 0, 1, ALOG_FINISHED);
    struct log *out = NULL;
    log_parse(log.bytes, log.size, &out, err);
    return out;
}

static struct log *make_good(const struct made *m)
{
    struct err err = { "" };
    struct log *log = make(m, &err);
    assert_string_equal(err.text, "");
    assert_non_null(log);
    assert_int_equal(log->n_traced, m->n);
    return log;
}

static int count(void *arg, const struct log_instance *in)
{
    uint64_t *sums = arg;
    sums[0]++;
    sums[1] += in->rec.cost;
    assert_int_equal(in->rec.index, sums[0] - 1);
    return 0;
}

/* What is only counted is one for each size and cost; and its sums, and what the dump has, are of all. */
static void counted(void **state)
{
    const struct made m = { 1000000, 50, 1, ALOG_I_COUNTED, 0 };
    struct log *log = make_good(&m);
    struct log_points *points;
    struct err err;
    uint64_t sums[2] = { 0 }, times = 0;
    (void)state;
    assert_int_equal(log->n_instances, 50);
    for (size_t i = 0; i < log->n_instances; i++) {
        assert_int_equal(log->instances[i].times, 20000);
        assert_int_equal(log->instances[i].rec.rms, 8 * log->instances[i].rec.cost);
        times += log->instances[i].times;
    }
    assert_int_equal(times, m.n);
    assert_int_equal(log_each_instance(log, count, sums), 0);
    assert_int_equal(sums[0], m.n);
    assert_int_equal(sums[1], 20000 * 50 * 51 / 2);
    assert_int_equal(log_points_make(log, "-", 0, &points, &err), 0);
    assert_int_equal(points->n_points, 1);
    const struct point *p = &points->points[0];
    assert_int_equal(p->sampled, m.n);
    assert_int_equal(p->instances, m.n);
    assert_int_equal(p->cost, sums[1]);
    assert_int_equal(p->n_rows, 50);
    for (size_t i = 0; i < p->n_rows; i++)
        assert_int_equal(p->rows[i].count, 20000);
    assert_int_equal(points->only_counted, 0);
    log_points_free(points);
    log_free(log);
}

/* Of more with a set, if an empty one, than there is room for pairs are kept by chance, both halves of each. */
static void thinned(void **state)
{
    const struct made few = { 80000, 3, 5, 0, 0 }, many = { 400000, 3, 5, 0, 0 };
    struct log *log = make_good(&few);
    (void)state;
    assert_int_equal(log->n_instances, few.n);
    assert_int_equal(log->n_only_counted, 0);
    log_free(log);
    log = make_good(&many);
    uint64_t kept = 0, times = 0;
    for (size_t i = 0; i < log->n_instances; i++) {
        const struct log_instance *in = &log->instances[i];
        bool has_set = !(in->rec.flags & ALOG_I_COUNTED);
        kept += has_set;
        times += in->times;
        assert_int_equal(in->times == 1, has_set);
        if (has_set && in->rec.place == 1) {
            size_t first = i;
            while (first > 0 && log->instances[first - 1].rec.flags & ALOG_I_COUNTED)
                first--;
            assert_int_equal(log->instances[first - 1].rec.pair, in->rec.pair);
        }
    }
    assert_int_equal(times, many.n);
    assert_in_range(kept, many.n / 8 - 2000, many.n / 8 + 2000);
    assert_int_equal(log->n_only_counted, many.n - kept);
    log_free(log);
}

/* A pair that is kept, and is all that there is, takes no more room than others. */
static void one_pair(void **state)
{
    struct made many = { 400000, 3, 5, 0, 0 };
    uint64_t input[] = { 0, 0, 0, 0 };
    (void)state;
    do
        input[3] = ++many.pair;
    while (XXH3_64bits(input, sizeof input) >> 56);
    struct log *log = make_good(&many);
    assert_int_equal(log->instances[0].rec.pair, many.pair);
    assert_in_range(log->n_instances, 100000, 150000);
    assert_int_equal(log->n_only_counted, many.n - log->n_instances);
    log_free(log);
}

/* Of more kinds of counts than there is room for those of pairs by chance stay, and the totals are of all. */
static void many_kinds(void **state)
{
    const struct made some = { 160000, 80000, 100, ALOG_I_COUNTED, 0 }, many = { 800000, 400000, 100, ALOG_I_COUNTED, 0 };
    struct log_points *points;
    struct err err;
    uint64_t mean = 0;
    (void)state;
    struct log *log = make_good(&some);
    assert_int_equal(log->n_instances, 80000);
    assert_int_equal(log->n_only_counted, 0);
    log_free(log);
    log = make_good(&many);
    assert_in_range(log->n_instances, 195000, 205000);
    assert_int_equal(log->n_only_counted, many.n - 2 * log->n_instances);
    for (size_t i = 0; i < log->n_instances; i++)
        mean += log->instances[i].rec.cost;
    mean /= log->n_instances;
    assert_in_range(mean, 199600, 200600);
    assert_int_equal(log_points_make(log, "-", 0, &points, &err), 0);
    assert_int_equal(points->points[0].instances, many.n);
    assert_int_equal(points->points[0].cost, 2 * (100 * many.steps + many.steps * (many.steps - 1) / 2));
    assert_int_equal(points->only_counted, log->n_only_counted);
    log_points_free(points);
    log_free(log);
}

/* As many as a log of the default size has, and more. */
static void most(void **state)
{
    const struct made all = { UINT64_C(1) << 24, 2, 1, ALOG_I_COUNTED, 0 }, more = { (UINT64_C(1) << 25) + 1, 1, 1, ALOG_I_COUNTED, 0 };
    struct err err = { "" };
    (void)state;
    struct log *log = make_good(&all);
    assert_int_equal(log->n_instances, 2);
    log_free(log);
    assert_null(make(&more, &err));
    assert_non_null(strstr(err.text, "more than 33554432 traced instances; a lower ALGOPROF_RATE traces fewer"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted),
        cmocka_unit_test(thinned),
        cmocka_unit_test(one_pair),
        cmocka_unit_test(many_kinds),
        cmocka_unit_test(most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
