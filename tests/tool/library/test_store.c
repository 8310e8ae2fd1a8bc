/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A new database that two processes make at the same time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "store/db.h"
#include "store/store_schema.h"

/* Another's connection to a file, where someone else acts before one statement. */
struct shared {
    struct db db;
    struct db *real;
    const char *file;
    int until;                  /* statements until then */
    bool acted;
};

static void make_by_another(const char *file)
{
    struct db *db;
    struct err err;
    if (db_open(file, true, &db, &err) != 0 || store_schema_make(db, &err) != 0)
        fail_msg("the other: %s", err.text);
    db_close(db);
}

static void let_another(struct shared *s)
{
    if (s->until-- != 0)
        return;
    make_by_another(s->file);
    s->acted = true;
}

static int run(struct db *db, const char *sql, const struct db_value *args, size_t n_args,
               db_row_function *row, void *arg, struct err *err)
{
    struct shared *s = (struct shared *)db;
    let_another(s);
    return s->real->functions->run(s->real, sql, args, n_args, row, arg, err);
}

/* From here on nobody else can write. */
static int begin(struct db *db, struct err *err)
{
    struct shared *s = (struct shared *)db;
    let_another(s);
    s->until = -1;
    return s->real->functions->begin(s->real, err);
}

/* Makes the schema while another makes it before statement `at`.  Whether it did:
 * else there were fewer. */
static bool make_beside(const char *file, int at)
{
    struct db_functions functions;
    struct shared s = { .file = file, .until = at };
    struct err err;
    assert_int_equal(db_open(file, true, &s.real, &err), 0);
    functions = *s.real->functions;
    functions.run = run;
    functions.begin = begin;
    s.db.functions = &functions;
    if (store_schema_make(&s.db, &err) != 0 || store_schema_check(&s.db, &err) != 0)
        fail_msg("another before statement %d: %s", at, err.text);
    db_close(s.real);
    return s.acted;
}

static void test_two_makers(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_store.XXXXXX", file[64];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/db", folder);
    int at = 0;
    for (; make_beside(file, at); at++)
        assert_int_equal(unlink(file), 0);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_true(at >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_two_makers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
