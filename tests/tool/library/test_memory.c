/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory of a report: at most 1 KiB for each point, beyond what the reading of a log
 * takes: one log, since one thread reads them.  (What two hold at once is chance.)  This program's allocator counts.
 */
#include <malloc.h>
#include <omp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "cli/collect.h"
#include "logmake.h"
#include "report/out.h"

#define BOUND 1024              /* bytes a point */
#define PAIRS 100
#define TARGETS 10
#define FITTED 520              /* runs from which on the fits of a target take no more */

static atomic_long live, peak;

/* AddressSanitizer has an allocator of its own. */
#ifdef __SANITIZE_ADDRESS__
#define COUNTS false
#else
#define COUNTS true

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *p);

static void count(void *p, int sign)
{
    long now = p ? atomic_fetch_add(&live, sign * (long)malloc_usable_size(p)) : 0, most = peak;
    now += p ? sign * (long)malloc_usable_size(p) : 0;
    while (now > most && !atomic_compare_exchange_weak(&peak, &most, now))
        ;
}

void *malloc(size_t size)
{
    void *p = __libc_malloc(size);
    count(p, 1);
    return p;
}

void *calloc(size_t n, size_t size)
{
    void *p = __libc_calloc(n, size);
    count(p, 1);
    return p;
}

void *realloc(void *old, size_t size)
{
    count(old, -1);
    void *p = __libc_realloc(old, size);
    count(p ? p : old, 1);
    return p;
}

void free(void *p)
{
    count(p, -1);
    __libc_free(p);
}
#endif

static uint64_t draw(uint64_t *state, uint64_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state >> 33) % below;
}

/* Instances of many sizes, of as many costs, some with a size of the user's. */
static void add_loop(struct logmake *log, uint32_t site, uint64_t run)
{
    uint64_t state = run * TARGETS + site, total = 0;
    for (uint64_t i = 0; i < 2 * (uint64_t)PAIRS; i++) {
        const struct cells cells = { 1000 * draw(&state, 50), 100 + draw(&state, 400 + 40 * run) };
        const uint64_t user_size = cells.count / 3, cost = cells.count * 5 + draw(&state, 100);
        const struct alog_instance in = { .site = site, .index = i / 2 * 10 + i % 2, .cost = cost,
                                          .pair = (uint32_t)(i / 2), .period = 8, .order = i,
                                          .parent = ALOG_NONE, .place = i % 2 };
        log->user_size = site % 2 ? &user_size : NULL;
        logmake_instance(log, &in, &cells, 1, NULL, 0);
        total += 5 * cost;
    }
    const struct alog_counts counts = { .instances = 10 * PAIRS, .cost = total,
                                        .traced = 2 * PAIRS, .folded = ALOG_NONE };
    logmake_counter(log, site, 0, &counts);
}

/* Of a recursion: chains as many, each with an RMS. */
static void add_recursion(struct logmake *log, uint32_t site, uint64_t run)
{
    uint64_t state = run, total = 0;
    logmake_recursion(log, site, "walk", "walk.c", 3);
    for (uint64_t i = 0; i < 2 * (uint64_t)PAIRS; i++) {
        const struct cells cells = { 0, 100 + draw(&state, 2000) };
        const struct alog_chain chain = { .longest = 3 + draw(&state, 200),
                                          .flags = ALOG_C_LOST };
        const struct logmake rows = { 0 };
        const struct alog_instance in = { .site = site, .index = i / 2 * 10 + i % 2,
                                          .cost = chain.longest * 3 + draw(&state, 20),
                                          .pair = (uint32_t)(i / 2), .period = 8, .order = 3000 + i,
                                          .parent = ALOG_NONE, .place = i % 2 };
        logmake_chain(log, &in, &chain, &cells, 1, &rows);
        total += 5 * in.cost;
    }
    const struct alog_counts counts = { .instances = 10 * PAIRS, .cost = total,
                                        .traced = 2 * PAIRS, .folded = ALOG_NONE };
    logmake_counter(log, site, 0, &counts);
}

static void write_log(const char *path, unsigned run, uint32_t loops, bool recursion)
{
    struct logmake log;
    logmake_start(&log, run);
    logmake_module(&log, 0, "0123456789abcdef0123456789abcdef01234567");
    for (uint32_t t = 0; t < loops; t++) {
        char name[40];
        snprintf(name, sizeof name, "function_of_the_program#%u", t);
        logmake_site(&log, t, name, "source/of/the/program.c", t + 1);
        add_loop(&log, t, run);
    }
    if (recursion)
        add_recursion(&log, loops, run);
    logmake_commit(&log, 0, 1, ALOG_FINISHED);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(log.bytes, 1, log.size, file), log.size);
    fclose(file);
    logmake_free(&log);
}

static void no_skipped(const char *path, const char *why)
{
    fail_msg("%s: %s", path, why);
}

static void print_json(const struct dataset *set)
{
    const struct target *shown[TARGETS + 1];
    const struct report report = { .set = set, .cell = 1, .shown = shown, .n_shown = set->n_targets };
    FILE *out = fopen("/dev/null", "w");
    assert_non_null(out);
    for (size_t i = 0; i < set->n_targets; i++)
        shown[i] = &set->targets[i];
    assert_int_equal(out_json(out, &report), 0);
    fclose(out);
}

/* Most bytes at once for a report over so many logs. */
static long memory_of(unsigned logs, uint32_t loops, bool recursion)
{
    char folder[] = "/tmp/algoprof-memory-XXXXXX", path[64];
    const struct query query = QUERY_ALL;
    struct dataset set = { 0 };
    struct err err;
    assert_non_null(mkdtemp(folder));
    for (unsigned i = 0; i < logs; i++) {
        snprintf(path, sizeof path, "%s/%04u.aplog", folder, i);
        write_log(path, i + 1, loops, recursion);
    }
    long before = live;
    peak = before;
    char *name = folder;
    assert_int_equal(collect_logs(&name, 1, &query, no_skipped, &set), 0);
    assert_int_equal(dataset_finish(&set, &err), 0);
    assert_int_equal(set.n_logs, logs);
    assert_int_equal(set.n_targets, loops + recursion);
    print_json(&set);
    long most = peak - before;
    dataset_free(&set);
    for (unsigned i = 0; i < logs; i++) {
        snprintf(path, sizeof path, "%s/%04u.aplog", folder, i);
        unlink(path);
    }
    rmdir(folder);
    return most;
}

static void check(const char *test, const char *what, unsigned few, unsigned many, uint32_t loops,
                  bool recursion)
{
    if (!COUNTS) {
        print_message("# %s: a sanitizer takes memory of its own\n", test);
        skip();
    }
    long less = memory_of(few, loops, recursion), more = memory_of(many, loops, recursion);
    double a_point = (double)(more - less) / ((many - few) * (loops + recursion));
    print_message("%s: %.0f bytes a point; %ld KiB of %u logs, %ld KiB of %u\n", what, a_point,
                  less / 1024, few, more / 1024, many);
    assert_true(a_point <= BOUND);
}

static void test_loops(void **state)
{
    (void)state;
    check(__func__, "logs of 10 loops", 12, 60, TARGETS, false);
}

static void test_single(void **state)
{
    (void)state;
    check(__func__, "logs of 1 loop", FITTED, FITTED + 300, 1, false);
}

static void test_recursion(void **state)
{
    (void)state;
    check(__func__, "logs of 1 recursion", FITTED, FITTED + 300, 0, true);
}

int main(void)
{
    omp_set_num_threads(1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_single),
        cmocka_unit_test(test_recursion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
