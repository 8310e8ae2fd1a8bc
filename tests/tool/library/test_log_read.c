/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader on logs made here: whole, cut at every byte, with every bit
 * flipped, and with hostile contents under right checksums.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "log/log_read.h"
#include "sample_log.h"

/* Parses a copy of the bytes that ends where the memory ends. */
static struct log *parse(const uint8_t *bytes, size_t size, struct err *err)
{
    struct log *log;
    uint8_t *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size > 0)
        memcpy(copy, bytes, size);
    err->text[0] = 0;
    if (log_parse(copy, size, &log, err) == 0)
        return log;
    assert_null(log);
    assert_true(err->text[0] != 0 && !strchr(err->text, '\n'));
    return NULL;
}

static void assert_refused(const uint8_t *bytes, size_t size, const char *why)
{
    struct err err;
    struct log *log = parse(bytes, size, &err);
    if (log)
        fail_msg("accepted, not refused as '%s'", why);
    if (!strstr(err.text, why))
        fail_msg("'%s', not '%s'", err.text, why);
}

static void test_whole(void **state)
{
    struct logmake made;
    struct err err;
    struct log_total *totals;
    size_t n;
    (void)state;
    sample_log(&made, 1);
    struct log *log = parse(made.bytes, made.size, &err);
    assert_non_null(log);
    assert_int_equal(log->n_sites, 2);
    assert_string_equal(log->sites[1].file, "dir/b.c");
    assert_string_equal(log->sites[1].module->build_id, "deadbeef");
    assert_int_equal(log->n_instances, 4);
    assert_int_equal(log->instances[0].cells, 307);
    assert_int_equal(log->unknown_blocks, 1);
    assert_true(log->free_bytes > 0);
    assert_int_equal(log->samplers[0].state.dropped, 1);
    assert_int_equal(log_totals(log, &totals, &n, &err), 0);
    assert_int_equal(n, 2);
    assert_int_equal(totals[0].instances, 7);
    assert_int_equal(totals[0].cost, 700);
    assert_int_equal(totals[0].threads, 2);
    assert_int_equal(totals[1].instances, 20);
    assert_false(totals[0].damaged);
    free(totals);
    log_free(log);
    logmake_free(&made);
}

static void test_foreign(void **state)
{
    struct logmake made;
    struct alog_header *h;
    uint8_t zeros[8192] = { 0 };
    (void)state;
    assert_refused(NULL, 0, "empty file");
    assert_refused((const uint8_t *)"\x7f" "ELF", 4, "not an algoprof log");
    assert_refused(zeros, sizeof zeros, "not an algoprof log");
    sample_log(&made, 1);
    h = (struct alog_header *)(void *)made.bytes;
    h->min_reader = ALOG_VERSION + 1;
    assert_refused(made.bytes, made.size, "future version");
    h->min_reader = ALOG_MIN_READER;
    h->features ^= 1;
    assert_refused(made.bytes, made.size, "checksum wrong at offset 0");
    logmake_free(&made);
}

/* A newer writer that old readers understand. */
static void test_newer_minor(void **state)
{
    struct logmake made;
    struct err err;
    (void)state;
    sample_log(&made, 1);
    struct alog_header *h = (struct alog_header *)(void *)made.bytes;
    h->version = 7;
    h->features = 0xff00;
    h->checksum = XXH3_64bits(h, offsetof(struct alog_header, checksum));
    struct log *log = parse(made.bytes, made.size, &err);
    assert_non_null(log);
    log_free(log);
    logmake_free(&made);
}

static void test_truncated(void **state)
{
    struct logmake made;
    (void)state;
    sample_log(&made, 1);
    for (size_t size = 8; size < made.size; size++)
        assert_refused(made.bytes, size, "truncated");
    logmake_free(&made);
}

struct summary {
    uint64_t instances, cost, cells;
    size_t kept;
};

static struct summary summarize(const struct log *log)
{
    struct summary s = { 0 };
    struct log_total *totals;
    struct err err;
    size_t n;
    assert_int_equal(log_totals(log, &totals, &n, &err), 0);
    for (size_t i = 0; i < n; i++) {
        s.instances += totals[i].instances;
        s.cost += totals[i].cost;
    }
    free(totals);
    s.kept = log->n_instances;
    for (size_t i = 0; i < log->n_instances; i++)
        s.cells += log->instances[i].cells;
    return s;
}

/* Whatever bit is flipped: refused, or the whole truth, or less of it that is
 * marked as such (a damaged copy). */
static void test_bit_flips(void **state)
{
    struct logmake made;
    struct err err;
    size_t accepted = 0, older = 0;
    (void)state;
    sample_log(&made, 1);
    struct log *log = parse(made.bytes, made.size, &err);
    struct summary truth = summarize(log);
    log_free(log);
    for (size_t bit = 0; bit < made.size * 8; bit++) {
        made.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        log = parse(made.bytes, made.size, &err);
        made.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (!log)
            continue;
        struct summary s = summarize(log);
        bool marked = log->commit.state != ALOG_FINISHED;
        for (size_t i = 0; i < log->n_counters; i++)
            marked |= log->counters[i].damaged;
        accepted++;
        older += marked;
        if (s.kept != truth.kept || s.cells != truth.cells)
            fail_msg("bit %zu of byte %zu changes instances", bit % 8, bit / 8);
        if (s.instances > truth.instances || s.cost > truth.cost ||
            (!marked && (s.instances != truth.instances || s.cost != truth.cost)))
            fail_msg("bit %zu of byte %zu changes totals", bit % 8, bit / 8);
        log_free(log);
    }
    assert_true(older > 0 && accepted > older);
    logmake_free(&made);
}

/* Hostile contents: bytes are changed and checksums mended.  Nothing is
 * expected but an answer (run this under AddressSanitizer). */
static void test_hostile(void **state)
{
    struct logmake made;
    struct err err;
    uint32_t x = 1;
    size_t accepted = 0, refused = 0;
    (void)state;
    sample_log(&made, 1);
    uint8_t *whole = malloc(made.size);
    assert_non_null(whole);
    memcpy(whole, made.bytes, made.size);
    for (int round = 0; round < 20000; round++) {
        for (int changes = round % 3; changes >= 0; changes--)
            logmake_spoil(&made, &x);
        struct log *log = parse(made.bytes, made.size, &err);
        if (log) {
            summarize(log);
            log_free(log);
            accepted++;
        } else {
            refused++;
        }
        memcpy(made.bytes, whole, made.size);
    }
    assert_true(accepted > 1000 && refused > 1000);
    free(whole);
    logmake_free(&made);
}

static void start_one_site(struct logmake *made)
{
    logmake_start(made, 1);
    logmake_module(made, 0, "");
    logmake_site(made, 0, "f", "f.c", 1);
}

static struct log_total one_total(struct logmake *made, uint64_t log_state)
{
    struct err err;
    struct log_total *totals, total;
    size_t n;
    logmake_commit(made, 0, 1, log_state);
    struct log *log = parse(made->bytes, made->size, &err);
    if (!log)
        fail_msg("%s", err.text);
    assert_int_equal(log_totals(log, &totals, &n, &err), 0);
    assert_int_equal(n, 1);
    total = totals[0];
    free(totals);
    log_free(log);
    logmake_free(made);
    return total;
}

/* A killed process: the newer of counter and instance block counts. */
static void test_recovered_counts(void **state)
{
    struct logmake made;
    struct alog_counts counts = { .instances = 10, .cost = 100, .folded = ALOG_NONE };
    struct alog_instance in = { .total_instances = 12, .total_cost = 130, .index = 11,
                                .parent = ALOG_NONE };
    (void)state;
    start_one_site(&made);
    logmake_counter(&made, 0, 0, &counts);
    logmake_instance(&made, &in, NULL, 0, NULL, 0);
    struct log_total total = one_total(&made, ALOG_RUNNING);
    assert_int_equal(total.instances, 12);
    assert_int_equal(total.cost, 130);

    start_one_site(&made);
    counts.instances = 13;
    counts.cost = 140;
    logmake_counter(&made, 0, 0, &counts);
    logmake_instance(&made, &in, NULL, 0, NULL, 0);
    total = one_total(&made, ALOG_RUNNING);
    assert_int_equal(total.instances, 13);
    assert_int_equal(total.cost, 140);

    /* No counter was ever written: the instance is what is known. */
    start_one_site(&made);
    logmake_instance(&made, &in, NULL, 0, NULL, 0);
    total = one_total(&made, ALOG_RUNNING);
    assert_int_equal(total.instances, 12);
}

/* Of two valid copies the larger sequence counts; a torn one is passed over. */
static void test_two_copies(void **state)
{
    struct logmake made;
    struct alog_counter rec = { .site = 0 };
    (void)state;
    rec.copy[0] = (struct alog_counts){ .sequence = 5, .instances = 50, .folded = ALOG_NONE };
    rec.copy[1] = (struct alog_counts){ .sequence = 4, .instances = 40, .folded = ALOG_NONE };
    logmake_seal_counts(&rec.copy[0]);
    logmake_seal_counts(&rec.copy[1]);
    start_one_site(&made);
    logmake_block(&made, ALOG_COUNTER, 0, &rec, sizeof rec);
    struct log_total total = one_total(&made, ALOG_RUNNING);
    assert_int_equal(total.instances, 50);
    assert_false(total.damaged);

    rec.copy[0].instances = 51;
    start_one_site(&made);
    logmake_block(&made, ALOG_COUNTER, 0, &rec, sizeof rec);
    total = one_total(&made, ALOG_RUNNING);
    assert_int_equal(total.instances, 40);
    assert_true(total.damaged);
}

/* Ended threads are in the sum: a counter that still stands for the last one,
 * and instance blocks of all of them, do not count again. */
static void test_folded_threads(void **state)
{
    struct logmake made;
    struct alog_counts sum = { .instances = 30, .cost = 300, .folded = 2, .threads = 3 };
    struct alog_counts last = { .instances = 10, .cost = 100, .folded = ALOG_NONE };
    struct alog_counts live = { .instances = 4, .cost = 44, .folded = ALOG_NONE };
    struct alog_instance in = { .thread = 1, .total_instances = 9, .total_cost = 90,
                                .parent = ALOG_NONE };
    (void)state;
    start_one_site(&made);
    logmake_counter(&made, 0, ALOG_NONE, &sum);
    logmake_counter(&made, 0, 2, &last);
    logmake_counter(&made, 0, 3, &live);
    logmake_instance(&made, &in, NULL, 0, NULL, 0);
    in.thread = 2;
    in.total_instances = 11;
    logmake_instance(&made, &in, NULL, 0, NULL, 0);
    in.thread = 3;
    in.total_instances = 5;
    in.total_cost = 55;
    logmake_instance(&made, &in, NULL, 0, NULL, 0);
    struct log_total total = one_total(&made, ALOG_FINISHED);
    assert_int_equal(total.instances, 35);
    assert_int_equal(total.cost, 355);
    assert_int_equal(total.threads, 4);
}

static void refuse_blocks(struct logmake *made, const char *why)
{
    logmake_commit(made, 0, 1, ALOG_FINISHED);
    assert_refused(made->bytes, made->size, why);
    logmake_free(made);
}

/* Right checksums, wrong structure. */
static void test_bad_structure(void **state)
{
    struct logmake made;
    struct alog_counts counts = { .folded = ALOG_NONE };
    struct alog_instance in = { .site = 0, .parent = ALOG_NONE };
    const struct cells cells = { 0, 64 };
    (void)state;
    start_one_site(&made);
    logmake_site(&made, 0, "again", "f.c", 2);
    refuse_blocks(&made, "two sites with one number");
    start_one_site(&made);
    logmake_counter(&made, 1, 0, &counts);
    refuse_blocks(&made, "no site 1");
    start_one_site(&made);
    in.parent = 9;
    logmake_instance(&made, &in, &cells, 1, NULL, 0);
    refuse_blocks(&made, "no site 9");
    start_one_site(&made);
    in.parent = ALOG_NONE;
    logmake_instance(&made, &in, &cells, 1, (const uint8_t *)"\0\1", 2);
    refuse_blocks(&made, "no name 0");
    start_one_site(&made);
    in.place = 2;
    logmake_instance(&made, &in, &cells, 1, NULL, 0);
    refuse_blocks(&made, "out of range");
    start_one_site(&made);
    in.place = 0;
    in.thin = 1;
    logmake_instance(&made, &in, &cells, 1, NULL, 0);   /* rms 0, perhaps a line */
    in.thin = 0;
    logmake_block(&made, ALOG_SITE, 0, "short", 5);
    refuse_blocks(&made, "bad structure");
    logmake_start(&made, 1);
    logmake_site(&made, 0, "f", "f.c", 1);
    refuse_blocks(&made, "no module 0");
}

static void add_label(struct logmake *made, uint32_t order, const char *key, const char *text)
{
    struct {
        struct alog_label rec;
        char text[ALOG_LABEL_KEY + ALOG_LABEL_TEXT + 1];
    } block = { { order, (uint16_t)strlen(key), (uint16_t)strlen(text) }, "" };
    size_t len = strlen(key) + strlen(text);
    snprintf(block.text, sizeof block.text, "%s%s", key, text);
    logmake_block(made, ALOG_LABEL, 0, &block, sizeof block.rec + len);
}

static struct log *parse_made(struct logmake *made)
{
    struct err err;
    logmake_commit(made, 0, 1, ALOG_FINISHED);
    struct log *log = parse(made->bytes, made->size, &err);
    if (!log)
        fail_msg("%s", err.text);
    logmake_free(made);
    return log;
}

/* Of two with one key the later one holds, wherever they stand. */
static void test_about(void **state)
{
    struct logmake made;
    struct alog_spent late = { 7, 1000, 90000, UINT64_MAX, 12345 }, early = { 6, 1000, 50000, 10, 99 };
    (void)state;
    start_one_site(&made);
    add_label(&made, 5, "version", "2.1");
    add_label(&made, 3, "version", "2.0");
    add_label(&made, 4, "", "plain");
    logmake_block(&made, ALOG_SPENT, 0, &late, sizeof late);
    logmake_block(&made, ALOG_SPENT, 0, &early, sizeof early);
    struct log *log = parse_made(&made);
    assert_int_equal(log->unknown_blocks, 0);
    assert_int_equal(log->about.n_labels, 2);
    char *text = log_about_label(&log->about);
    assert_string_equal(text, "plain version=2.1");
    free(text);
    assert_true(log->about.has_spent);
    assert_int_equal(log->about.spent.process_ns, 90000);
    assert_int_equal(log->about.spent.input_bytes, 12345);
    log_free(log);
    start_one_site(&made);
    logmake_block(&made, ALOG_SPENT, 0, &late, ALOG_SPENT_LEAST);   /* by an older runtime */
    log = parse_made(&made);
    assert_int_equal(log->about.spent.process_ns, 90000);
    assert_int_equal(log->about.spent.input_bytes, 0);
    log_free(log);
    start_one_site(&made);
    log = parse_made(&made);
    assert_false(log->about.has_spent);
    log_free(log);
}

static void test_bad_about(void **state)
{
    struct logmake made;
    struct alog_label label = { 1, ALOG_LABEL_KEY + 1, 0 };
    char bytes[sizeof label + 400] = "";
    (void)state;
    for (int i = 0; i < 3; i++) {
        start_one_site(&made);
        memcpy(bytes, &label, sizeof label);
        logmake_block(&made, ALOG_LABEL, 0, bytes, i < 2 ? sizeof bytes : sizeof label);
        refuse_blocks(&made, "label with wrong lengths");
        label = i == 0 ? (struct alog_label){ 1, 0, ALOG_LABEL_TEXT + 1 } : (struct alog_label){ 1, 8, 8 };
    }
    start_one_site(&made);
    logmake_block(&made, ALOG_LABEL, 0, "", 0);
    refuse_blocks(&made, "label too short");
    start_one_site(&made);
    logmake_block(&made, ALOG_SPENT, 0, bytes, 24);
    refuse_blocks(&made, "too short");
    start_one_site(&made);
    for (uint32_t i = 0; i < 40; i++)
        add_label(&made, i, "key", "text");
    refuse_blocks(&made, "more than 33 labels");
}

/* Several add up; what is too short, or does not fit in all, is damage. */
static void test_lost(void **state)
{
    struct logmake made;
    struct alog_lost some = { .logs = { [ALOG_L_FULL] = 3, [ALOG_L_OTHER] = 1 } }, most = { .logs = { UINT32_MAX } };
    (void)state;
    start_one_site(&made);
    logmake_block(&made, ALOG_LOST, 0, &some, sizeof some);
    logmake_block(&made, ALOG_LOST, 7, &some, sizeof some);
    struct log *log = parse_made(&made);
    assert_int_equal(log->unknown_blocks, 0);
    assert_int_equal(log->about.lost.logs[ALOG_L_FULL], 6);
    assert_int_equal(log_losses(&log->about.lost), 8);
    log_free(log);
    start_one_site(&made);
    logmake_block(&made, ALOG_LOST, 0, &some, sizeof some - 8);
    refuse_blocks(&made, "account of lost logs too short");
    start_one_site(&made);
    logmake_block(&made, ALOG_LOST, 0, &most, sizeof most);
    logmake_block(&made, ALOG_LOST, 0, &some, sizeof some);
    refuse_blocks(&made, "more lost logs than fit");
}

/* Control characters and bytes that are no UTF-8 do not come through. */
static void test_strings_are_clean(void **state)
{
    struct logmake made;
    struct err err;
    (void)state;
    logmake_start(&made, 1);
    logmake_module(&made, 0, "");
    logmake_site(&made, 0, "a\x1b[2Jb\xff\xc3\xa4\xc2\x9b", "f\n.c", 1);
    logmake_commit(&made, 0, 1, ALOG_FINISHED);
    struct log *log = parse(made.bytes, made.size, &err);
    assert_non_null(log);
    assert_string_equal(log->sites[0].name, "a?[2Jb?\xc3\xa4??");
    assert_string_equal(log->sites[0].file, "f?.c");
    log_free(log);
    logmake_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),           cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_newer_minor),     cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_bit_flips),       cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_recovered_counts), cmocka_unit_test(test_two_copies),
        cmocka_unit_test(test_folded_threads),  cmocka_unit_test(test_bad_structure),
        cmocka_unit_test(test_strings_are_clean), cmocka_unit_test(test_about),
        cmocka_unit_test(test_bad_about), cmocka_unit_test(test_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
