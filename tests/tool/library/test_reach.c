/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sizes from few pairs of loops that look through something that grows, or was filled before, and stop early or begin
 * anywhere: each over 100 draws of their own, of which 90 must be within a quarter of the truth, and 95 intervals hold
 * it.
 */
#include "streak_case.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define INSTANCES 4000
#define ROUNDS 100

static uint64_t random_state;

static unsigned draw(unsigned below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((random_state >> 33) % below);
}

/* The cells [from, to) that instance i reads. */
typedef void loop_fn(unsigned i, unsigned *from, unsigned *to);

/* A name is looked up in a list that grows by one that is not there; one in four is. */
static void looks_up(unsigned i, unsigned *from, unsigned *to)
{
    *from = 0;
    *to = draw(4) ? i + 1 : 1 + draw(i + 1);
}

/* An element is moved from the end to where it belongs. */
static void inserts(unsigned i, unsigned *from, unsigned *to)
{
    *from = draw(i + 1);
    *to = i + 1;
}

/* A list is filled; then each of the second half looks for something in it. */
static void searches(unsigned i, unsigned *from, unsigned *to)
{
    *from = 0;
    *to = i < INSTANCES / 2 ? 0 : 1 + draw(INSTANCES / 2);
}

/* A window that grows until it is as wide as can be, and shrinks to the other side: a palindrome about each character. */
static void grows_and_shrinks(unsigned i, unsigned *from, unsigned *to)
{
    *from = i < INSTANCES / 2 ? 0 : 2 * i - INSTANCES + 1;
    *to = i < INSTANCES / 2 ? 2 * i + 1 : INSTANCES;
}

/* All of a row of ten, of which each is read by ten in a row. */
static void reads_rows(unsigned i, unsigned *from, unsigned *to)
{
    *from = 100 * (i / 10 * 7 % (INSTANCES / 10));
    *to = *from + 100;
}

static json_t *cells_of(loop_fn *loop, unsigned i)
{
    unsigned from, to;
    json_t *list = json_array();
    loop(i, &from, &to);
    for (; from < to; from++)
        json_array_append_new(list, json_integer(from));
    return list;
}

/* Pairs at steps that grow with the number of instances, or at even ones. */
static struct sample sample_of(loop_fn *loop, unsigned first, double growth, unsigned step)
{
    json_t *list = json_array(), *object;
    struct sample s;
    for (unsigned i = first; i + 1 < INSTANCES;) {
        json_t *a = cells_of(loop, i), *b = cells_of(loop, i + 1);
        json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "i", i, "A", a, "B", b));
        i += 2 + draw(2 * step + (unsigned)(2 * growth * i));
    }
    object = json_pack("{s:i, s:o}", "n", INSTANCES, "pairs", list);
    streak_case_sample(object, 0, true, &s);
    json_decref(object);
    return s;
}

static void check(loop_fn *loop, unsigned first, double growth, unsigned step, double truth)
{
    unsigned right = 0, held = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_state = round;
        struct sample s = sample_of(loop, first, growth, step);
        right += s.by_streaks.size >= truth / 1.25 && s.by_streaks.size <= truth * 1.25;
        held += s.by_streaks.low <= truth && s.by_streaks.high >= truth;
    }
    if (right < 90 || held < 95)
        fail_msg("%u of %u sizes are right, %u intervals hold", right, ROUNDS, held);
}

static void growing_list(void **state)
{
    (void)state;
    check(looks_up, 100, 0.25, 0, INSTANCES);
    check(looks_up, 0, 0, 300, INSTANCES);
}

static void insertions(void **state)
{
    (void)state;
    check(inserts, 100, 0.25, 0, INSTANCES);
    check(inserts, 0, 0, 300, INSTANCES);
}

static void two_phases(void **state)
{
    (void)state;
    check(searches, 0, 0, 150, INSTANCES / 2);
}

static void growth_that_ends(void **state)
{
    (void)state;
    check(grows_and_shrinks, 100, 0.25, 0, INSTANCES);
    check(grows_and_shrinks, 0, 0, 150, INSTANCES);
}

/* What is read in ranges with holes between them is not full. */
static void rows(void **state)
{
    struct sample s = sample_of(reads_rows, 0, 0, 200);
    (void)state;
    assert_false(s.streak.filled);
    assert_true(s.by_streaks.high >= 10. * INSTANCES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growing_list),
        cmocka_unit_test(insertions),
        cmocka_unit_test(two_phases),
        cmocka_unit_test(growth_that_ends),
        cmocka_unit_test(rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
