/* SPDX-License-Identifier: MIT
 *
 * Who ends a run, or the process, waits for a thread that is in the middle of telling
 * its counts: so they are whole (between.c is the program). */
#include "run.h"
#include <stdio.h>

static struct run run;
static struct walk walk;

static void check(const char *args, uint64_t state)
{
    run_subject(&run, args, "ALGOPROF_RATE=1");
    assert_int_equal(run.status, 0);
    run_open(&run, 0, &walk);
    assert_int_equal(walk.commit.state, state);
    walk_close(&walk);
    run_clean(&run);
}

static void waited_for(void **state)
{
    (void)state;
    check("run", ALOG_FINISHED);
    check("exit", ALOG_FINISHED);
}

/* Not for ever, and once. */
static void waited_for_in_vain(void **state)
{
    (void)state;
    check("never", ALOG_STOPPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waited_for),
        cmocka_unit_test(waited_for_in_vain),
    };
    run_program = "between";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
