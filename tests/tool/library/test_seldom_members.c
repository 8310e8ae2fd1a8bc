/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes where of records some cells are seldom read, as a name that is compared where a hash is equal.  Each over 100 draws, of
 * which 90 must be within a quarter of the truth and 95 intervals hold it.
 */
#include "loop_draws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RECORDS 500
#define APART 120               /* cells from one to the next, on average */
#define ELSEWHERE 60            /* cells that it may lie off */
#define KEY 16                  /* its cells that are read always */
#define READ 30                 /* records that an instance reads */

static void give_cells(unsigned from, unsigned to, cell_fn *give, void *arg)
{
    for (unsigned k = from; k < to; k++)
        give(arg, k);
}

static unsigned place_of(unsigned record)
{
    return APART * record + (record * 2654435761u >> 9) % ELSEWHERE;
}

/* Records here and there, and of one the name as well, which begins `gap` cells behind the key. */
static void look_up(unsigned gap, unsigned name, cell_fn *give, void *arg)
{
    for (unsigned k = 0; k < READ; k++) {
        unsigned at = place_of(loop_draw(RECORDS));
        give_cells(at, at + KEY, give, arg);
        if (k == 0)
            give_cells(at + KEY + gap, at + KEY + gap + name, give, arg);
    }
}

static void with_names(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    look_up(0, 24, give, arg);
}

static void with_names_further_on(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    look_up(4, 24, give, arg);
}

/* A name's end is read less often than its begin. */
static void with_parts_of_names(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    look_up(0, 8 + loop_draw(16), give, arg);
}

static void without_names(unsigned i, cell_fn *give, void *arg)
{
    (void)i;
    look_up(0, 0, give, arg);
}

static void expect(loop_fn *loop, unsigned step)
{
    struct loop_score score = loop_play(loop, step, false, true, 1.25);
    if (score.right < 90 || score.held < 95)
        fail_msg("%u of %u sizes are right, %u intervals hold", score.right, LOOP_ROUNDS, score.held);
}

static void names(void **state)
{
    (void)state;
    expect(with_names, 50);
    expect(with_names, 25);
}

static void names_behind_a_gap(void **state)
{
    (void)state;
    expect(with_names_further_on, 50);
}

static void parts_of_names(void **state)
{
    (void)state;
    expect(with_parts_of_names, 50);
}

static void no_names(void **state)
{
    (void)state;
    expect(without_names, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(names_behind_a_gap),
        cmocka_unit_test(parts_of_names),
        cmocka_unit_test(no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
