/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Columns of a matrix with so many rows that the segments of all pairs are not kept: the ranges are told by fewer pairs.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "logmake.h"
#include "log/log_read.h"
#include "point/log_points.h"

#define ROWS 12000u
#define COLUMNS 3000u
#define PAIRS 64u
#define CELL 8u

static unsigned draw(unsigned below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % below);
}

static void add_column(struct logmake *log, unsigned column, unsigned pair, unsigned place)
{
    static struct cells cells[ROWS];
    for (unsigned row = 0; row < ROWS; row++)
        cells[row] = (struct cells){ ((uint64_t)row * COLUMNS + column) * CELL, CELL };
    const struct alog_instance in = { .index = column, .cost = ROWS, .pair = pair, .period = 50, .order = 2 * pair + place,
                                      .total_instances = column + 1, .total_cost = (uint64_t)ROWS * (column + 1),
                                      .parent = ALOG_NONE, .place = (uint8_t)place };
    logmake_instance(log, &in, cells, ROWS, NULL, 0);
}

static void columns_of_a_matrix(void **state)
{
    struct logmake log;
    struct log *parsed;
    struct log_points *points;
    struct err err;
    const struct alog_counts counts = { .instances = COLUMNS, .traced = 2 * PAIRS, .cost = (uint64_t)ROWS * COLUMNS,
                                        .folded = ALOG_NONE };
    (void)state;
    logmake_start(&log, 1);
    logmake_module(&log, 0, "b");
    logmake_site(&log, 0, "f", "f.c", 1);
    for (unsigned pair = 0; pair < PAIRS; pair++) {
        unsigned column = pair * (COLUMNS / PAIRS) + draw(COLUMNS / PAIRS - 2);
        for (unsigned place = 0; place < 2; place++)
            add_column(&log, column + place, pair, place);
    }
    logmake_counter(&log, 0, 0, &counts);
    logmake_commit(&log, 0, 1, ALOG_FINISHED);
    assert_int_equal(log_parse(log.bytes, log.size, &parsed, &err), 0);
    assert_int_equal(log_points_make(parsed, "columns", 0, &points, &err), 0);
    assert_int_equal(points->n_points, 1);
    assert_true(points->points[0].streak.gaps > 0);
    double truth = (double)ROWS * COLUMNS * CELL, size = points->points[0].estimates[ESTIMATOR_DEFAULT].size;
    if (!(size > truth / 1.1 && size < truth * 1.1))
        fail_msg("%g, not %g: slots %g", size, truth, points->points[0].streak.slots);
    log_points_free(points);
    log_free(parsed);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(columns_of_a_matrix) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
