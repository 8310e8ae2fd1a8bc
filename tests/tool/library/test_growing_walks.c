/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes where something that grows is searched and some searches stop early, from pairs in the run's first part: what lies
 * behind these is told by the cost.  Each over 100 draws, of which 90 must be within a factor of the truth and 95 intervals hold it.
 */
#include "loop_draws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RECORD 8                /* cells of one */

static void give_walk(unsigned to, cell_fn *give, void *arg)
{
    for (unsigned k = 0; k < to; k++)
        give(arg, RECORD * k);
}

/* One search in eight stops anywhere. */
static void seldom_known(unsigned i, cell_fn *give, void *arg)
{
    give_walk(loop_draw(8) ? i : loop_draw(i + 1), give, arg);
}

/* Half of all do. */
static void often_known(unsigned i, cell_fn *give, void *arg)
{
    give_walk(loop_draw(2) ? i : loop_draw(i + 1), give, arg);
}

/* None at the run's begin, half at its end. */
static void more_and_more_known(unsigned i, cell_fn *give, void *arg)
{
    give_walk(loop_draw(2 * LOOP_INSTANCES) >= i ? i : loop_draw(i + 1), give, arg);
}

/* From the end to anywhere. */
static void inserted(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned k = i, to = loop_draw(i + 1); k-- > to;)
        give(arg, RECORD * k);
}

/* What is added comes first; two in five find something. */
static void in_front(unsigned i, cell_fn *give, void *arg)
{
    for (unsigned k = i, to = loop_draw(5) < 2 ? loop_draw(i + 1) : 0; k-- > to;)
        give(arg, RECORD * k);
}

/* Of a record whose first member is alike, one in a hundred, the second one is read as well. */
static void with_second_member(unsigned i, cell_fn *give, void *arg)
{
    unsigned to = loop_draw(8) ? i : loop_draw(i + 1);
    for (unsigned k = 0; k < to; k++) {
        give(arg, RECORD * k);
        if (loop_draw(100) == 0)
            give(arg, RECORD * k + 2);
    }
}

/* A list that is filled, and searched for what is anywhere in it: nothing grows. */
static void filled(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    give_walk(loop_draw(LOOP_INSTANCES), give, arg);
}

static void expect(struct loop_score score)
{
    if (score.right < 90 || score.held < 95)
        fail_msg("%u of %u sizes are right, %u intervals hold", score.right, LOOP_ROUNDS, score.held);
}

static void few_stop(void **state)
{
    (void)state;
    expect(loop_play_costs(seldom_known, LOOP_AND_LATE, 1.25));
    expect(loop_play_costs(seldom_known, LOOP_EARLY, 1.25));
}

static void many_stop(void **state)
{
    (void)state;
    expect(loop_play_costs(often_known, LOOP_AND_LATE, 1.25));
}

static void more_and_more_stop(void **state)
{
    (void)state;
    expect(loop_play_costs(more_and_more_known, LOOP_OVER_ALL, 1.25));
}

static void all_stop(void **state)
{
    (void)state;
    expect(loop_play_costs(inserted, LOOP_AND_LATE, 1.6));
}

static void the_last_come_first(void **state)
{
    (void)state;
    expect(loop_play_costs(in_front, LOOP_AND_LATE, 1.25));
}

static void a_member_that_is_seldom_read(void **state)
{
    (void)state;
    expect(loop_play_costs(with_second_member, LOOP_AND_LATE, 1.25));
}

static void nothing_grows(void **state)
{
    (void)state;
    expect(loop_play_costs(filled, LOOP_AND_LATE, 1.25));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_stop),
        cmocka_unit_test(many_stop),
        cmocka_unit_test(more_and_more_stop),
        cmocka_unit_test(all_stop),
        cmocka_unit_test(the_last_come_first),
        cmocka_unit_test(a_member_that_is_seldom_read),
        cmocka_unit_test(nothing_grows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
