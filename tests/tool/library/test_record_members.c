/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records of which some members are read, and what lies behind the last of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "size/streak_record_members.h"

#define RECORDS 9000u
#define ROWS 500u
#define PAIRS 120u

/* Keys of four cells in records of 40, and rows of 64 cells behind them. */
static struct streak_collect *collect(void)
{
    struct streak_collect *c = streak_collect_new(PAIRS, 0);
    assert_non_null(c);
    c->per_line = 64;
    c->segment = calloc(RECORDS + ROWS, sizeof *c->segment);
    assert_non_null(c->segment);
    for (unsigned i = 0; i < RECORDS + ROWS; i++) {
        uint64_t row = i < RECORDS ? 0 : i - RECORDS;
        c->segment[i] = (struct streak_segment){ .first = i < RECORDS ? 40 * (uint64_t)i : 40 * RECORDS + 96 * row,
                                                 .cells = i < RECORDS ? 4 : 64, .repeats = 1, .place = i * 7 % (2 * PAIRS) };
    }
    c->n_segments = RECORDS + ROWS;
    return c;
}

static void records_end(void **state)
{
    uint64_t mask[PAIRS];
    struct streak_lattice l;
    struct streak_collect *c = collect();
    (void)state;
    assert_true(streak_lattice_find(c, 0, c->n_segments, mask, &l));
    assert_int_equal(l.unit * l.period, 40);
    assert_int_equal(l.members, 1);
    assert_int_equal(streak_lattice_end(c, 0, c->n_segments, &l), RECORDS);
    assert_int_equal(streak_lattice_end(c, 0, RECORDS, &l), RECORDS);
    /* A few others among them are no end. */
    for (unsigned i = 100; i < 120; i++)
        c->segment[i].first += 8;
    assert_int_equal(streak_lattice_end(c, 0, c->n_segments, &l), RECORDS);
    /* From the first segment on, they have ended. */
    assert_int_equal(streak_lattice_end(c, RECORDS, c->n_segments, &l), RECORDS);
    streak_collect_free(c);
}

/* Others that hardly any pair reads, at the begin of the records, are no members; what half of the pairs read are. */
static void few_others(void **state)
{
    uint64_t mask[PAIRS];
    struct streak_lattice l;
    struct streak_collect *c = collect();
    (void)state;
    for (unsigned i = 1; i < 120; i++)
        c->segment[i] = (struct streak_segment){ .first = 40 * (uint64_t)i + 12, .cells = 4, .repeats = 1, .place = 2 * 7 };
    assert_true(streak_lattice_find(c, 0, RECORDS, mask, &l));
    assert_int_equal(l.unit * l.period, 40);
    assert_int_equal(l.members, 1);
    for (unsigned i = 1; i < 120; i++)
        c->segment[i].place = i * 7 % (2 * PAIRS);
    assert_true(streak_lattice_find(c, 0, RECORDS, mask, &l));
    assert_int_equal(l.unit * l.period, 40);
    assert_int_equal(l.members, 1 | 1 << 3);
    streak_collect_free(c);
}

/* Neighbours that go round the end of a record are one row. */
static void rows(void **state)
{
    struct streak_lattice l = { .unit = 4, .period = 10, .members = 0x20b, .unseen = 1 }, row[STREAK_LATTICE_ROWS];
    (void)state;
    assert_int_equal(streak_lattice_rows(&l, row), 2);
    assert_int_equal(row[0].members, 0x008);
    assert_int_equal(row[1].members, 0x203);
    assert_true(streak_lattice_slots(&row[0], 0, 400) == 40 && streak_lattice_slots(&row[1], 0, 400) == 120);
    l.members = 0x3ff;
    assert_int_equal(streak_lattice_rows(&l, row), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(records_end), cmocka_unit_test(few_others), cmocka_unit_test(rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
