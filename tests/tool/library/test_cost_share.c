/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shares of targets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "target/dataset_cost_share.h"

#define LOGS 1000u
#define RUNS 2u                 /* of each log */

/* Two targets: of four bytes and units of cost the first has three. */
static void test_many_logs(void **state)
{
    (void)state;
    struct packed_point packed[2] = { { .cost = 3, .accessed = 3 }, { .cost = 1, .accessed = 1 } };
    struct log_points *logs = calloc(LOGS, sizeof *logs), **list = calloc(LOGS, sizeof *list);
    struct target targets[2] = { { .n_points = LOGS * RUNS }, { .n_points = LOGS * RUNS } };
    struct dataset set = { .logs = list, .n_logs = LOGS, .targets = targets, .n_targets = 2 };
    assert_true(logs && list);
    for (size_t i = 0; i < LOGS; i++)
        list[i] = &logs[i];
    for (size_t t = 0; t < 2; t++) {
        targets[t].points = calloc(LOGS * RUNS, sizeof *targets[t].points);
        assert_non_null(targets[t].points);
        for (size_t i = 0; i < LOGS * RUNS; i++)
            targets[t].points[i] = (struct target_point){ .log = &logs[i / RUNS], .point = &packed[t],
                                                          .size = { .size = (double)(1 + i % 1000) } };
    }
    assert_int_equal(dataset_share(&set), 0);
    assert_float_equal(targets[0].share, .75, 1e-12);
    assert_float_equal(targets[1].share, .25, 1e-12);
    assert_float_equal(targets[0].work_share, 1, 1e-12);
    assert_float_equal(targets[1].work_share, 1. / 3, 1e-12);
    for (size_t t = 0; t < 2; t++)
        free(targets[t].points);
    free(list);
    free(logs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_logs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
