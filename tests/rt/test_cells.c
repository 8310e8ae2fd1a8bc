/* SPDX-License-Identifier: MIT
 * Tables and sets of cells against plain arrays of bytes. */
#include "rt.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define SPACE 20000u
#define BASE 0x7f0012340000u

static struct rt_pages pages;

/* Random accesses, by the table and by one state a byte. */
static void play(struct rt_table *t, uint8_t *byte, struct rt_rng *rng, unsigned accesses)
{
    for (unsigned i = 0; i < accesses; i++) {
        uint64_t at = rt_rng_next(rng) % (SPACE - 300), size = rt_rng_next(rng) % 16 ? 1 + rt_rng_next(rng) % 8 : 300;
        bool write = rt_rng_next(rng) & 1;
        rt_table_touch(t, &pages, BASE + at, size, write);
        for (uint64_t k = at; k < at + size; k++)
            if (!byte[k])
                byte[k] = write ? 2 : 1;
    }
}

static unsigned count_reads(const uint8_t *byte)
{
    unsigned n = 0;
    for (unsigned i = 0; i < SPACE; i++)
        n += byte[i] == 1;
    return n;
}

static void check_set(struct rt_table *t, const uint8_t *byte)
{
    unsigned reads = count_reads(byte);
    struct rt_cellset set = rt_table_to_set(t);
    assert_int_equal(set.cells, reads);
    for (size_t i = 1; i < set.items; i++)
        assert_true(set.item[i - 1].line < set.item[i].line);
    uint64_t found = 0;
    for (unsigned line = 0; line <= SPACE / 64; line++) {
        uint64_t mask = 0, logged = rt_logged_line(BASE / 64 + line);
        for (unsigned k = 0; k < 64 && line * 64 + k < SPACE; k++)
            mask |= (uint64_t)(byte[line * 64 + k] == 1) << k;
        for (size_t i = 0; i < set.items; i++)
            if (set.item[i].line == logged) {
                assert_true(set.item[i].mask == mask);
                found++;
            }
    }
    assert_int_equal(found, set.items);
    rt_table_release(t, &pages);
}

static void first_reads(void **state)
{
    static uint8_t byte[SPACE];
    struct rt_rng rng;
    (void)state;
    rt_rng_seed(&rng, 1);
    for (int round = 0; round < 20; round++) {
        struct rt_table t;
        memset(byte, 0, sizeof byte);
        assert_true(rt_table_init(&t, &pages));
        play(&t, byte, &rng, 100u << (round % 6));
        check_set(&t, byte);
    }
}

/* A child merged into its parent is as if it had been the parent all along. */
static void merging_composes(void **state)
{
    static uint8_t byte[SPACE], before[SPACE], child_byte[SPACE];
    struct rt_rng rng;
    (void)state;
    rt_rng_seed(&rng, 2);
    for (int round = 0; round < 20; round++) {
        struct rt_table parent, child;
        uint64_t low = rt_rng_next(&rng) % SPACE, high = low + rt_rng_next(&rng) % 500;
        memset(byte, 0, sizeof byte);
        memset(child_byte, 0, sizeof child_byte);
        assert_true(rt_table_init(&parent, &pages) && rt_table_init(&child, &pages));
        play(&parent, byte, &rng, 500);
        play(&child, child_byte, &rng, 500);
        rt_table_merge(&parent, &pages, &child, BASE + low, BASE + high);
        memcpy(before, byte, sizeof byte);
        for (unsigned i = 0; i < SPACE; i++)
            if (!before[i] && !(i >= low && i < high))
                byte[i] = child_byte[i];
        check_set(&parent, byte);
        check_set(&child, child_byte);
    }
}

/* Neighbours stay neighbours in a region, and no two lines fall together. */
static void lines_are_permuted(void **state)
{
    enum { REGIONS = 1 << 16 };
    uint8_t *seen = calloc(REGIONS, 1);
    (void)state;
    for (uint64_t region = 0; region < REGIONS; region++) {
        uint64_t line = rt_logged_line(region << 26);
        assert_false(seen[line >> 26]);
        seen[line >> 26] = 1;
    }
    free(seen);
    unsigned breaks = 0;
    for (uint64_t line = 0; line < 1 << 20; line++)
        breaks += rt_logged_line(line + 1) != rt_logged_line(line) + 1;
    assert_in_range(breaks, 0, 1);
}

/* Kept lines are those that the format says; about 2^-t of all. */
static void thinning_keeps_its_share(void **state)
{
    struct rt_table t;
    (void)state;
    assert_true(rt_table_init(&t, &pages));
    t.max_lines = 1000;
    for (uint64_t line = 0; line < 64000; line++)
        rt_table_touch(&t, &pages, BASE + line * 64, 4, false);
    assert_true(t.used <= 1000);
    assert_in_range(t.thin, 6, 8);
    unsigned thin = t.thin, expected = 0;
    for (uint64_t line = 0; line < 64000; line++)
        expected += alog_line_hash(rt_logged_line(BASE / 64 + line)) >> (64 - thin) == 0;
    struct rt_cellset set = rt_table_to_set(&t);
    assert_int_equal(set.items, expected);
    assert_int_equal(set.cells, (uint64_t)expected * 4 << thin);
    rt_set_thin(&set, thin + 2);
    for (size_t i = 0; i < set.items; i++)
        assert_true(alog_line_hash(set.item[i].line) >> (64 - thin - 2) == 0);
    rt_table_release(&t, &pages);
}

static void encoding_is_as_documented(void **state)
{
    struct rt_item item[] = { { 3, ~(uint64_t)0 }, { 4, ~(uint64_t)0 }, { 200, 0xff }, { 201, 0xff }, { 203, 0xff } };
    struct rt_cellset set = { .item = item, .items = 5 };
    const uint8_t expected[] = { 3, 2 << 1, 0xc3, 1, 2 << 1 | 1, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 1 << 1 };
    uint8_t out[64];
    (void)state;
    assert_int_equal(rt_set_encode(&set, NULL), sizeof expected);
    assert_int_equal(rt_set_encode(&set, out), sizeof expected);
    assert_memory_equal(out, expected, sizeof expected);
}

static int start(void **state)
{
    (void)state;
    rt_cells_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_reads),
        cmocka_unit_test(merging_composes),
        cmocka_unit_test(lines_are_permuted),
        cmocka_unit_test(thinning_keeps_its_share),
        cmocka_unit_test(encoding_is_as_documented),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
