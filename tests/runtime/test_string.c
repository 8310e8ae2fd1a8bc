/* SPDX-License-Identifier: MIT
 *
 * The runtime's own memcpy, memset and memmove (base/string.c): at all distances, forwards
 * and backwards, and around the length from which on the processor does it by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define ROOM 1400u

static uint8_t area[ROOM], expected[ROOM];

static void fill(void)
{
    for (unsigned i = 0; i < ROOM; i++)
        area[i] = expected[i] = (uint8_t)(i * 37 + i / 256);
}

static void check(void)
{
    for (unsigned i = 0; i < ROOM; i++)
        assert_int_equal(area[i], expected[i]);
}

static const unsigned lengths[] = { 0, 1, 2, 7, 8, 9, 15, 16, 17, 24, 31, 33, 64, 100, 511, 512, 513, 520, 600 };
#define LENGTHS (sizeof lengths / sizeof *lengths)

static void moves(void **state)
{
    (void)state;
    for (unsigned k = 0; k < LENGTHS; k++)
        for (int distance = -40; distance <= 40; distance++) {
            unsigned n = lengths[k], from = 300 + n % 5;
            uint8_t *to = area + from + distance, old[ROOM];
            fill();
            for (unsigned i = 0; i < n; i++)
                old[i] = area[from + i];
            for (unsigned i = 0; i < n; i++)
                expected[from + (unsigned)distance + i] = old[i];
            assert_ptr_equal(memmove(to, area + from, n), to);
            check();
        }
}

static void copies_and_sets(void **state)
{
    (void)state;
    for (unsigned k = 0; k < LENGTHS; k++)
        for (unsigned at = 0; at < 9; at++) {
            unsigned n = lengths[k];
            fill();
            for (unsigned i = 0; i < n; i++) {
                expected[700 + at + i] = expected[50 + i];
                expected[20 + i] = 0xa5;
            }
            assert_ptr_equal(memcpy(area + 700 + at, area + 50, n), area + 700 + at);
            assert_ptr_equal(memset(area + 20, 0x1a5, n), area + 20);
            check();
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(moves), cmocka_unit_test(copies_and_sets) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
