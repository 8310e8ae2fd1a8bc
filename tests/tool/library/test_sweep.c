/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sweep over many sets against plain bitmaps: exact in every view.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "size/cell_sweep.h"
#include "logmake.h"

#define SPACE 4096u             /* cells of the plain bitmaps */
#define SETS 20

static uint32_t random_state = 1;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * below) >> 32);
}

/* For each cell the sets that hold it. */
struct plain {
    uint32_t sets[SPACE];
    uint64_t next;              /* cells below are told already */
    unsigned shift;
};

/* A set of ranges, long ones and single cells; now and then a regular pattern. */
static struct sweep_source random_set(struct plain *plain, struct cell_view view, unsigned number)
{
    struct cells list[256];
    struct sweep_source set = { 0 };
    uint64_t at = draw(300), step = draw(3) ? 0 : 2 + draw(80), len = 1;
    size_t n = 0;
    while (n < 256 && draw(100) > 0) {
        len = step ? 1 + step / 3 : draw(3) ? 1 + draw(5) : 1 + draw(500);
        if (at + len > SPACE)
            break;
        list[n++] = (struct cells){ at, len };
        at += step ? step : len + 1 + (draw(2) ? draw(4) : draw(300));
    }
    for (size_t i = 0; i < n; i++)
        for (uint64_t c = list[i].first; c < list[i].first + list[i].count; c++)
            if (view.thin == 0 || alog_line_hash(c / 64) >> (64 - view.thin) == 0)
                plain->sets[c >> view.shift] |= 1u << number;
    set.bytes = logmake_set(list, n, 0, &set.size);
    return set;
}

static void check_line(struct plain *plain, const struct sweep_lines *lines, uint64_t line)
{
    uint64_t first = line * lines->per_line, told = 0;
    assert_true(first >= plain->next);
    for (; plain->next < first; plain->next++)
        assert_int_equal(plain->sets[plain->next], 0);
    for (size_t g = 0; g < lines->n_groups; g++) {
        uint32_t sets = 0;
        assert_true(lines->group[g].mask != 0 && (lines->group[g].mask & told) == 0);
        told |= lines->group[g].mask;
        for (size_t i = 0; i < lines->group[g].n_sets; i++) {
            assert_true(i == 0 || lines->group[g].set[i - 1] < lines->group[g].set[i]);
            sets |= 1u << lines->group[g].set[i];
        }
        for (unsigned bit = 0; bit < lines->per_line; bit++)
            if (lines->group[g].mask >> bit & 1)
                assert_int_equal(plain->sets[first + bit], sets);
    }
    for (unsigned bit = 0; bit < lines->per_line; bit++)
        assert_int_equal(told >> bit & 1, plain->sets[first + bit] != 0);
    plain->next = first + lines->per_line;
}

static int check_lines(void *arg, const struct sweep_lines *lines)
{
    struct plain *plain = arg;
    assert_int_equal(lines->per_line, 64u >> plain->shift);
    for (uint64_t i = 0; i < lines->lines; i++)
        check_line(plain, lines, lines->first + i);
    return 0;
}

static void test_against_bitmaps(void **state)
{
    (void)state;
    for (int round = 0; round < 500; round++) {
        struct cell_view view = { (unsigned)round % 7, (unsigned)round % 3 };
        struct plain plain = { .shift = view.shift };
        struct sweep_source sets[SETS];
        size_t n = draw(SETS + 1);
        for (size_t i = 0; i < n; i++)
            sets[i] = random_set(&plain, view, (unsigned)i);
        assert_int_equal(cell_sweep(sets, n, view, NULL, check_lines, &plain), 0);
        for (; plain.next < SPACE >> view.shift; plain.next++)
            assert_int_equal(plain.sets[plain.next], 0);
        for (size_t i = 0; i < n; i++)
            free((void *)(uintptr_t)sets[i].bytes);
    }
}

static int stop(void *arg, const struct sweep_lines *lines)
{
    (void)lines;
    return --*(int *)arg > 0 ? 0 : -1;
}

/* The callback can end it; equal lines come at once. */
static void test_stops(void **state)
{
    const struct cells lists[2][2] = { { { 0, 64000 }, { 70000, 1 } }, { { 640, 640 }, { 1u << 30, 1 } } };
    struct sweep_source sets[2];
    int left = 6;
    (void)state;
    for (int i = 0; i < 2; i++)
        sets[i].bytes = logmake_set(lists[i], 2, 0, &sets[i].size);
    assert_int_equal(cell_sweep(sets, 2, (struct cell_view){ 0, 0 }, NULL, stop, &left), 0);
    assert_int_equal(left, 1);
    left = 3;
    assert_int_equal(cell_sweep(sets, 2, (struct cell_view){ 0, 0 }, NULL, stop, &left), -1);
    for (int i = 0; i < 2; i++)
        free((void *)(uintptr_t)sets[i].bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_bitmaps),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
