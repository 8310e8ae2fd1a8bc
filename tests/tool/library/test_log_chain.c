/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Chains of recursions: what the reader takes, and what it refuses.
 */
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

static struct log *parse(struct logmake *made, struct err *err)
{
    struct log *log = NULL;
    uint8_t *copy = malloc(made->size);
    assert_non_null(copy);
    memcpy(copy, made->bytes, made->size);
    err->text[0] = 0;
    if (log_parse(copy, made->size, &log, err) != 0)
        assert_true(err->text[0] != 0 && !strchr(err->text, '\n'));
    return log;
}

/* A log of one instance of site 0; finished. */
static void one_chain(struct logmake *made, const struct alog_instance *rec,
                      const struct alog_chain *chain, const struct cells *cells,
                      const struct logmake *rows)
{
    const struct alog_counts counts = { .instances = 1, .cost = rec->cost, .folded = ALOG_NONE };
    logmake_start(made, 1);
    logmake_module(made, 0, "b");
    logmake_recursion(made, 0, "f", "f.c", 1);
    logmake_counter(made, 0, 0, &counts);
    logmake_chain(made, rec, chain, cells, cells != NULL, rows);
    logmake_commit(made, 0, 1, ALOG_FINISHED);
}

static struct alog_instance instance_of(uint64_t cost, uint8_t flags)
{
    return (struct alog_instance){ .cost = cost, .flags = flags, .parent = ALOG_NONE,
                                   .total_instances = 1, .total_cost = cost };
}

/* why: NULL if the log is to be read. */
static void check(struct logmake *made, const char *why, const char *what)
{
    struct err err;
    struct log *log = parse(made, &err);
    if (why && log)
        fail_msg("%s: accepted, not refused as '%s'", what, why);
    if (!why && !log)
        fail_msg("%s: refused as '%s'", what, err.text);
    if (why && (!strstr(err.text, why) || !strstr(err.text, "bad structure at offset")))
        fail_msg("%s: '%s', not '%s'", what, err.text, why);
    log_free(log);
    logmake_free(made);
}

#define MAX UINT64_MAX

/* fib (4): 9 calls, a chain of 4. */
static const struct call_row fib4[] = { { 1, 1, 5 }, { 2, 3, 2 }, { 3, 5, 1 }, { 4, 9, 1 } };

static void test_listed(void **state)
{
    static const struct {
        const char *what, *why;
        struct call_row row[4];
        size_t n;
        uint64_t longest, cost, instances;  /* instances: MAX as they are */
        uint8_t flags;
        uint32_t chain_flags;
    } cases[] = {
        { "fib", NULL, { { 1, 1, 5 }, { 2, 3, 2 }, { 3, 5, 1 }, { 4, 9, 1 } }, 4, 4, 9, MAX, 0, 0 },
        { "one call", NULL, { { 1, 1, 1 } }, 1, 1, 1, MAX, 0, 0 },
        { "two costs", NULL, { { 1, 1, 3 }, { 2, 2, 1 }, { 2, 3, 1 }, { 3, 5, 1 } }, 4, 3, 6, MAX, 0, 0 },
        { "cut", NULL, { { 1, 1, 5 }, { 2, 3, 2 } }, 2, 4, 9, MAX, ALOG_I_CUT, 0 },
        { "cut at once", NULL, { { 0 } }, 0, 0, 0, MAX, ALOG_I_CUT, 0 },
        { "lost rows", NULL, { { 1, 1, 5 } }, 1, 4, 9, MAX, 0, ALOG_C_LOST },
        { "lost all rows", NULL, { { 0 } }, 0, 4, 9, MAX, 0, ALOG_C_LOST },
        { "no rows", "chain of 0 instances, 9 calls", { { 0 } }, 0, 4, 9, MAX, 0, 0 },
        { "size 0", "bad rows", { { 0, 1, 1 } }, 1, 1, 1, MAX, 0, 0 },
        { "count 0", "bad rows", { { 1, 1, 0 }, { 2, 3, 3 } }, 2, 2, 3, MAX, 0, 0 },
        { "cost below size", "bad rows", { { 3, 2, 1 } }, 1, 3, 3, MAX, 0, 0 },
        { "same row twice", "bad rows", { { 1, 1, 4 }, { 1, 1, 1 } }, 2, 1, 5, MAX, 0, 0 },
        { "descending size", "bad rows", { { 2, 2, 1 }, { 1, 1, 1 } }, 2, 2, 2, MAX, 0, 0 },
        { "descending cost", "bad rows", { { 2, 3, 1 }, { 2, 2, 1 } }, 2, 2, 3, MAX, 0, 0 },
        { "wrong sum of counts", "4 announced", { { 1, 1, 2 }, { 2, 3, 1 } }, 2, 2, 3, 4, 0, 0 },
        { "counts that overflow", "announced", { { 1, 1, MAX }, { 2, 2, MAX } }, 2, 2, 9, MAX - 1, 0, 0 },
        { "longer than the longest", "longer than its longest",
          { { 1, 1, 1 }, { 5, 5, 1 } }, 2, 4, 9, MAX, ALOG_I_CUT, 0 },
        { "the longest is missing", "without its outermost", { { 1, 1, 8 }, { 3, 9, 1 } }, 2, 4, 9, MAX, 0, 0 },
        { "longer than the calls", "in 3 calls", { { 1, 1, 2 }, { 2, 3, 1 } }, 2, 4, 3, MAX, 0, 0 },
        { "row of more calls than all", "in 9 calls", { { 1, 1, 8 }, { 4, 10, 1 } }, 2, 4, 9, MAX, 0, 0 },
        { "more rows than calls", "in 9 calls", { { 1, 1, 10 } }, 1, 4, 9, MAX, ALOG_I_CUT, 0 },
        { "calls are missing", "chain of 8 instances, 9 calls",
          { { 1, 1, 7 }, { 4, 9, 1 } }, 2, 4, 9, MAX, 0, 0 },
        { "whole and empty", "chain of 0 in 0 calls", { { 0 } }, 0, 0, 0, MAX, 0, ALOG_C_LOST },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct alog_instance rec = instance_of(cases[i].cost, cases[i].flags);
        struct alog_chain chain = { .longest = cases[i].longest, .flags = cases[i].chain_flags };
        struct logmake made, rows = { 0 };
        chainmake_listed(cases[i].row, cases[i].n, &rows, &chain);
        if (cases[i].instances != MAX)
            chain.instances = cases[i].instances;
        one_chain(&made, &rec, &chain, NULL, &rows);
        check(&made, cases[i].why, cases[i].what);
        logmake_free(&rows);
    }
}

static void test_sums(void **state)
{
    /* Two calls of sizes 64 and 65, 300 and 500 calls, above 498 of size 1. */
    static const struct sum_row good = { 64, 65, 2, 129, 300, 500, 800, 340000 };
    static const struct {
        const char *what;
        size_t field;           /* of the second row */
        uint64_t value;
        bool good;
    } cases[] = {
        { "good", offsetof(struct sum_row, count), 2, true },
        { "two classes", offsetof(struct sum_row, size_high), 66, false },
        { "same class as before", offsetof(struct sum_row, size_low), 1, false },
        { "count 0", offsetof(struct sum_row, count), 0, false },
        { "one of two sizes", offsetof(struct sum_row, count), 1, false },
        { "sum of sizes too small", offsetof(struct sum_row, size_sum), 128, false },
        { "sum of sizes too large", offsetof(struct sum_row, size_sum), 130, false },
        { "sum of sizes that would fit", offsetof(struct sum_row, size_sum), MAX, false },
        { "cost below size", offsetof(struct sum_row, cost_low), 63, false },
        { "sum of costs too small", offsetof(struct sum_row, cost_sum), 799, false },
        { "sum of costs too large", offsetof(struct sum_row, cost_sum), 801, false },
        { "squares not a number", offsetof(struct sum_row, squares), 0x7ff8000000000000, false },
        { "squares infinite", offsetof(struct sum_row, squares), 0x7ff0000000000000, false },
        { "squares negative", offsetof(struct sum_row, squares), 0xc114c08000000000, false },
        { "squares too small", offsetof(struct sum_row, squares), 0x4113400000000000, false },
        { "squares too large", offsetof(struct sum_row, squares), 0x4120000000000000, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct alog_instance rec = instance_of(500, 0);
        struct alog_chain chain = { .longest = 65 };
        struct sum_row row[] = { { 1, 1, 498, 498, 1, 1, 498, 498 }, good };
        struct logmake made, rows = { 0 };
        memcpy((char *)&row[1] + cases[i].field, &cases[i].value, sizeof cases[i].value);
        chainmake_sums(row, 2, &rows, &chain);
        one_chain(&made, &rec, &chain, NULL, &rows);
        check(&made, cases[i].good ? NULL : "bad rows", cases[i].what);
        logmake_free(&rows);
    }
}

/* What single fields of a good row do not show. */
static void test_more_sums(void **state)
{
    static const struct {
        const char *what;
        struct sum_row row[2];
        bool good;
    } cases[] = {
        { "two sizes of a class", { { 64, 65, 2, 129, 100, 400, 500, 170000 } }, true },
        { "two rows of a class",
          { { 64, 64, 1, 64, 100, 100, 100, 10000 }, { 65, 65, 1, 65, 400, 400, 400, 160000 } }, false },
        { "three calls", { { 64, 65, 3, 193, 64, 500, 800, 309792 } }, true },
        { "lowest cost below the lowest size", { { 64, 65, 3, 193, 63, 500, 800, 310138 } }, false },
        { "highest cost below the highest size", { { 640, 655, 2, 1295, 650, 650, 1300, 845000 } }, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct alog_instance rec = instance_of(500, 0);
        struct alog_chain chain = { .longest = 67, .flags = ALOG_C_LOST };
        struct logmake made, rows = { 0 };
        chainmake_sums(cases[i].row, cases[i].row[1].count ? 2 : 1, &rows, &chain);
        one_chain(&made, &rec, &chain, NULL, &rows);
        check(&made, cases[i].good ? NULL : "bad rows", cases[i].what);
        logmake_free(&rows);
    }
}

/* A sum that cannot fit stands as the largest number. */
static void test_saturated(void **state)
{
    const uint64_t large = UINT64_C(1) << 40;
    struct sum_row row[] = { { 1, 1, large, large, 1, 1, large, 1.1e12 },
                             { 100, 101, large, 101 * large - 1, large, 2 * large, MAX, 2e36 } };
    struct alog_instance rec = instance_of(2 * large, 0);
    struct alog_chain chain = { .longest = 101 };
    struct logmake made, rows = { 0 };
    (void)state;
    chainmake_sums(row, 2, &rows, &chain);
    one_chain(&made, &rec, &chain, NULL, &rows);
    check(&made, NULL, "sum of costs beyond 64 bits");
    logmake_free(&rows);
}

/* Lengths, flags and kinds around the rows. */
static void test_around(void **state)
{
    const struct cells cells = { 0, 64 };
    struct alog_chain good = { .longest = 4 }, chain;
    struct alog_instance rec = instance_of(9, 0);
    struct logmake made, rows = { 0 }, many = { 0 };
    (void)state;
    chainmake_listed(fib4, 4, &rows, &good);
    one_chain(&made, &rec, &good, &cells, &rows);
    check(&made, NULL, "fib with cells");
    chain = good;
    chain.rows_bytes += 8;
    one_chain(&made, &rec, &chain, &cells, &rows);
    check(&made, "wrong lengths", "rows beyond the block");
    chain = good;
    chain.rows_bytes = UINT32_MAX;
    one_chain(&made, &rec, &chain, &cells, &rows);
    check(&made, "wrong lengths", "4 GiB of rows");
    chain = good;
    chain.rows_bytes--;
    one_chain(&made, &rec, &chain, &cells, &rows);
    check(&made, "bad rows", "last row cut off");
    chain = good;
    chain.rows = 3;
    one_chain(&made, &rec, &chain, &cells, &rows);
    check(&made, "bad rows", "a row too many");
    rec.flags = ALOG_I_UNSEEN;
    one_chain(&made, &rec, &good, NULL, &rows);
    check(&made, NULL, "no set");
    one_chain(&made, &rec, &good, &cells, &rows);
    check(&made, "given up", "a set that was given up");
    rec.flags = 0;
    chain = good;
    for (uint64_t i = 1; i <= ALOG_CHAIN_LISTED + 1; i++) {
        struct call_row row = { i, i, 1 };
        logmake_varint(&many, 1);
        logmake_varint(&many, row.cost);
        logmake_varint(&many, 1);
    }
    chain.rows = ALOG_CHAIN_LISTED + 1;
    chain.rows_bytes = (uint32_t)many.size;
    chain.longest = chain.instances = rec.cost = chain.rows;
    one_chain(&made, &rec, &chain, NULL, &many);
    check(&made, "chain of 1025 rows", "too many rows");
    logmake_free(&rows);
    logmake_free(&many);
}

/* Instances of the wrong kind for their site. */
static void test_kinds(void **state)
{
    struct alog_instance rec = instance_of(9, 0);
    struct alog_chain chain = { .longest = 4 };
    struct logmake made, rows = { 0 };
    struct err err;
    (void)state;
    chainmake_listed(fib4, 4, &rows, &chain);
    for (int i = 0; i < 2; i++) {
        logmake_start(&made, 1);
        logmake_module(&made, 0, "b");
        if (i == 0) {
            logmake_site(&made, 0, "f", "f.c", 1);
            logmake_chain(&made, &rec, &chain, NULL, 0, &rows);
        } else {
            logmake_recursion(&made, 0, "f", "f.c", 1);
            logmake_instance(&made, &rec, NULL, 0, NULL, 0);
        }
        logmake_commit(&made, 0, 1, ALOG_FINISHED);
        assert_null(parse(&made, &err));
        assert_string_equal(err.text, i == 0 ? "bad structure: chain of site 0"
                                             : "bad structure: loop's instance of site 0");
        logmake_free(&made);
    }
    logmake_free(&rows);
}

/* An inner start has no second. */
static void test_inner(void **state)
{
    struct alog_instance rec = instance_of(9, ALOG_I_INNER);
    struct alog_chain chain = { .longest = 4 };
    struct logmake made, rows = { 0 };
    (void)state;
    rec.place = 1;
    chainmake_listed(fib4, 4, &rows, &chain);
    one_chain(&made, &rec, &chain, NULL, &rows);
    check(&made, "inner start that is none", "second of a pair");
    logmake_free(&rows);
}

/* Every bit of a log with chains flipped: refused, or nothing of the chains
 * changed. */
static void test_bit_flips(void **state)
{
    struct logmake made;
    struct err err;
    size_t accepted = 0;
    (void)state;
    chain_log(&made, 1);
    for (size_t bit = 0; bit < made.size * 8; bit++) {
        made.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        struct log *log = parse(&made, &err);
        made.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (!log)
            continue;
        accepted++;
        assert_int_equal(log->n_instances, 5);
        for (size_t i = 0; i < log->n_instances; i++)
            assert_true(log->instances[i].recursive);
        log_free(log);
    }
    assert_true(accepted > 0);
    logmake_free(&made);
}

/* Hostile contents under right checksums: an answer, and whatever is accepted
 * can be analysed (run this under AddressSanitizer). */
static void test_hostile(void **state)
{
    struct logmake made;
    struct err err;
    uint32_t x = 5;
    size_t accepted = 0, refused = 0;
    (void)state;
    chain_log(&made, 1);
    uint8_t *whole = malloc(made.size);
    assert_non_null(whole);
    memcpy(whole, made.bytes, made.size);
    for (int round = 0; round < 10000; round++) {
        struct log_points *points;
        for (int changes = round % 3; changes >= 0; changes--)
            logmake_spoil(&made, &x);
        struct log *log = parse(&made, &err);
        memcpy(made.bytes, whole, made.size);
        refused += !log;
        if (!log)
            continue;
        accepted++;
        if (log_points_make(log, "a", 0, &points, &err) == 0)
            log_points_free(points);
        else
            assert_true(strncmp(err.text, "damaged: ", 9) == 0);
        log_free(log);
    }
    assert_true(accepted > 500 && refused > 500);
    free(whole);
    logmake_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_listed),    cmocka_unit_test(test_sums),
        cmocka_unit_test(test_more_sums), cmocka_unit_test(test_saturated),
        cmocka_unit_test(test_around),    cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_inner),     cmocka_unit_test(test_bit_flips),
        cmocka_unit_test(test_hostile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
