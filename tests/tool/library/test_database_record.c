/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records: what was written comes back bit by bit; what was not is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "packed/database_record.h"
#include "sample_log.h"

static struct log_points *points_of(struct logmake *made)
{
    struct log *log;
    struct log_points *points;
    struct err err;
    if (log_parse(made->bytes, made->size, &log, &err) != 0)
        fail_msg("%s", err.text);
    made->bytes = NULL;
    assert_int_equal(log_points_make(log, "a", 0, &points, &err), 0);
    log_free(log);
    return points;
}

static struct log_points *make(unsigned which)
{
    struct logmake made;
    if (which == 0)
        sample_log(&made, 1);
    else if (which == 1)
        chain_log(&made, 2);
    else
        pairs_log(&made, 3, 20, 1000, 640, 8);
    return points_of(&made);
}

static struct bytes written(const struct log_points *log)
{
    struct bytes all = { 0 };
    record_write_head(log, &all);
    for (size_t i = 0; i < log->n_points; i++)
        record_write_point(&log->points[i], &all);
    assert_false(all.failed);
    return all;
}

/* The bytes tell all, so equal bytes are equal logs. */
static void test_round(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 3; which++) {
        struct log_points *log = make(which);
        struct err err;
        struct bytes before = written(log);
        assert_int_equal(record_pass(&log, &err), 0);
        struct bytes after = written(log);
        assert_int_equal(before.n, after.n);
        assert_memory_equal(before.p, after.p, before.n);
        assert_true(log->n_points > 0);
        bytes_free(&before);
        bytes_free(&after);
        log_points_free(log);
    }
}

static void seal(uint8_t *p, size_t n)
{
    uint64_t hash = XXH3_64bits(p, n - 8);
    for (unsigned i = 0; i < 8; i++)
        p[n - 8 + i] = (uint8_t)(hash >> 8 * i);
}

/* Reads as a head, and as a point of `log`; points that are taken are dropped again. */
static bool read_it(const uint8_t *p, size_t n, bool head, struct log_points *log)
{
    struct log_points *copy = NULL;
    struct err err;
    size_t before = log->n_points;
    if (head) {
        bool read = record_read_head(p, n, "a", &copy, &err) == 0;
        log_points_free(copy);
        return read;
    }
    if (record_read_point(p, n, log, &err) != 0) {
        assert_int_equal(log->n_points, before);
        return false;
    }
    point_free(&log->points[--log->n_points]);
    return true;
}

/* Each bit of each record flipped: refused.  Sealed anew, as by a forger: refused or
 * read, but never beyond its end (make SAN=1), and no more than it tells. */
static void flip_all(const struct bytes *record, bool head, struct log_points *log)
{
    uint8_t *p = malloc(record->n);
    for (size_t bit = 0; bit < 8 * record->n; bit++) {
        memcpy(p, record->p, record->n);
        p[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_false(read_it(p, record->n, head, log));
        seal(p, record->n);
        read_it(p, record->n, head, log);
    }
    for (size_t n = 0; n < record->n; n++) {
        uint8_t *cut = malloc(n ? n : 1);
        memcpy(cut, record->p, n);
        assert_false(read_it(cut, n, head, log));
        if (n > 8) {
            seal(cut, n);
            assert_false(read_it(cut, n, head, log));
        }
        free(cut);
    }
    free(p);
}

static void test_hostile(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 3; which++) {
        struct log_points *log = make(which), *empty;
        struct bytes record = { 0 };
        struct err err;
        record_write_head(log, &record);
        flip_all(&record, true, log);
        assert_int_equal(record_read_head(record.p, record.n, "a", &empty, &err), 0);
        for (size_t i = 0; i < log->n_points; i++) {
            record.n = 0;
            record_write_point(&log->points[i], &record);
            flip_all(&record, false, empty);
            assert_true(read_it(record.p, record.n, false, empty));
        }
        bytes_free(&record);
        log_points_free(empty);
        log_points_free(log);
    }
}

/* Of a later version, a point twice, of a target that is not there. */
static void test_refused(void **state)
{
    struct log_points *log = make(0), *copy;
    struct bytes record = { 0 };
    struct err err;
    (void)state;
    record_write_head(log, &record);
    record.p[0] = RECORD_VERSION + 1;
    seal(record.p, record.n);
    assert_int_equal(record_read_head(record.p, record.n, "a", &copy, &err), -1);
    assert_non_null(strstr(err.text, "future version"));
    record.n = 0;
    record_write_point(&log->points[log->n_points - 1], &record);
    assert_int_equal(record_read_point(record.p, record.n, log, &err), -1);
    struct point far = log->points[log->n_points - 1];
    far.target = log->n_targets;
    record.n = 0;
    record_write_point(&far, &record);
    assert_int_equal(record_read_point(record.p, record.n, log, &err), -1);
    bytes_free(&record);
    log_points_free(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round), cmocka_unit_test(test_hostile), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
