/* SPDX-License-Identifier: MIT
 * Libraries that come and go. */
#include "run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct run run;
static struct walk walk;
static char place[4096];

static void run_loader(const char *mode, long n)
{
    char args[8192];
    snprintf(args, sizeof args, "%s %s %ld", mode, place, n);
    run_subject(&run, args, "ALGOPROF_RATE=1");
    assert_string_equal(run.err, "");
    assert_int_equal(run.status, 0);
}

static const struct walk_site *site(const char *name)
{
    for (unsigned i = 0; i < walk.sites; i++)
        if (!strcmp(walk.site[i].name, name))
            return &walk.site[i];
    fail_msg("no target %s", name);
    return NULL;
}

static bool has_name(const char *name)
{
    for (unsigned i = 0; i < walk.names; i++)
        if (walk.name_len[i] == strlen(name) && !memcmp(walk.name[i], name, strlen(name)))
            return true;
    return false;
}

static void check_cycles(long n)
{
    assert_int_equal(site("a")->instances, 10 * n);
    assert_int_equal(site("a")->cost, 30 * n);
    assert_int_equal(site("b")->instances, 7 * n);
    assert_int_equal(site("b")->cost, 0);
    assert_int_equal(site("outer")->instances, 1);
    assert_int_equal(site("a")->counters, 1);   /* a library that is loaded again takes no more room */
    assert_int_equal(site("b")->counters, 1);
    assert_int_equal(walk.names, 2);
    assert_true(has_name("called_by_a") && has_name("called_by_b"));
    for (unsigned i = 0; i < walk.instances; i++)
        assert_int_equal(walk.instance[i].i.flags & ~ALOG_I_FIRST_PAIR, 0);
}

/* Records, and the names of what was called, outlive the libraries. */
static void cycles(void **state)
{
    (void)state;
    run_loader("cycle", 20);
    assert_int_equal(run.logs, 1);
    run_open(&run, 0, &walk);
    check_cycles(20);
    walk_close(&walk);
    run_clean(&run);
}

static void memory_is_given_up(void **state)
{
    (void)state;
    run_loader("reuse", 12);
    assert_int_equal(run.logs, 1);
    run_open(&run, 0, &walk);
    assert_int_equal(site("c")->instances, 12);
    assert_int_equal(site("c")->cost, 36);
    assert_int_equal(site("d")->instances, 12);
    walk_close(&walk);
    run_clean(&run);
}

static void threads_outlive_a_runtime(void **state)
{
    (void)state;
    run_loader("outlived", 50);
    for (unsigned i = 0; i < run.logs; i++) {
        run_open(&run, i, &walk);
        assert_int_equal(walk.commit.state, ALOG_FINISHED);
        if (walk.sites) {
            assert_int_equal(site("s")->instances, 50);
            assert_int_equal(site("s")->cost, 150);
        }
        walk_close(&walk);
    }
    run_clean(&run);
}

static void two_runtimes(void **state)
{
    unsigned found = 0;
    (void)state;
    run_loader("two", 50);
    assert_int_equal(run.logs, 2);
    for (unsigned i = 0; i < 2; i++) {
        run_open(&run, i, &walk);
        assert_int_equal(walk.sites, 1);
        bool inner = walk.site[0].name[0] == 's';
        assert_int_equal(walk.site[0].instances, inner ? 50 : 1);
        assert_int_equal(walk.commit.state, ALOG_FINISHED);
        found |= 1u << inner;
        walk_close(&walk);
    }
    assert_int_equal(found, 3);
    run_clean(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cycles),
        cmocka_unit_test(memory_is_given_up),
        cmocka_unit_test(threads_outlive_a_runtime),
        cmocka_unit_test(two_runtimes),
    };
    run_program = "loader";
    if (!realpath(FOLDER, place))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
