/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cell sets against a plain bitmap: exact in every view.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "size/cell_code.h"
#include "cell_set.h"
#include "logmake.h"

#define SPACE 4096u             /* cells of the plain bitmaps */

static uint32_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * below) >> 32);
}

/* Random ascending ranges in [0, SPACE); some long, some single cells. */
static size_t random_ranges(struct cells *out, size_t max)
{
    uint64_t at = draw(200);
    size_t n = 0;
    while (n < max) {
        uint64_t len = draw(3) ? 1 + draw(5) : 1 + draw(400);
        if (at + len > SPACE)
            break;
        out[n++] = (struct cells){ at, len };
        at += len + 1 + (draw(2) ? draw(4) : draw(300));
    }
    return n;
}

static void mark(uint8_t *plain, const struct cells *cells, size_t n, struct cell_view view)
{
    memset(plain, 0, SPACE);
    for (size_t i = 0; i < n; i++)
        for (uint64_t c = cells[i].first; c < cells[i].first + cells[i].count; c++)
            if (view.thin == 0 || alog_line_hash(c / 64) >> (64 - view.thin) == 0)
                plain[c >> view.shift] = 1;
}

static uint64_t sum(const uint8_t *a, const uint8_t *b)
{
    uint64_t n = 0;
    for (size_t i = 0; i < SPACE; i++)
        n += a[i] & b[i];
    return n;
}

static struct cell_set *stored(const struct cells *cells, size_t n, struct cell_view view)
{
    size_t size;
    uint8_t *bytes = logmake_set(cells, n, 0, &size);
    struct cell_set *set = cell_set_new();
    uint64_t count, expected = 0;
    assert_true(cell_check(bytes, size, &count));
    for (size_t i = 0; i < n; i++)
        expected += cells[i].count;
    assert_int_equal(count, expected);
    assert_int_equal(cell_set_add_stored(set, view, bytes, size), 0);
    free(bytes);
    return set;
}

static void test_against_bitmap(void **state)
{
    (void)state;
    random_state = 1;
    for (int round = 0; round < 400; round++) {
        struct cell_view view = { (unsigned)round % 7, (unsigned)round % 3 };
        struct cells a[64], b[64];
        uint8_t pa[SPACE], pb[SPACE];
        uint64_t again;
        size_t na = random_ranges(a, 64), nb = random_ranges(b, 1 + draw(64));
        mark(pa, a, na, view);
        mark(pb, b, nb, view);
        struct cell_set *sa = stored(a, na, view), *sb = stored(b, nb, view);
        assert_int_equal(cell_set_count(sa), sum(pa, pa));
        assert_int_equal(cell_set_common(sa, sb), sum(pa, pb));
        assert_int_equal(cell_set_absorb(sa, sb, &again), 0);
        assert_int_equal(again, sum(pa, pb));
        assert_int_equal(cell_set_count(sa), sum(pa, pa) + sum(pb, pb) - sum(pa, pb));
        cell_set_free(sa);
        cell_set_free(sb);
    }
}

struct seen {
    struct cells list[64];
    size_t n;
    uint32_t region;
};

static void keep_range(void *arg, uint32_t region, uint32_t lo, uint64_t cells)
{
    struct seen *seen = arg;
    seen->region = region;
    seen->list[seen->n++] = (struct cells){ lo, cells };
}

static void test_ranges_come_back(void **state)
{
    (void)state;
    random_state = 2;
    for (int round = 0; round < 200; round++) {
        struct cells a[64];
        struct seen seen = { .n = 0 };
        size_t size, n = random_ranges(a, 64);
        uint8_t *bytes = logmake_set(a, n, 0, &size);
        cell_ranges(bytes, size, keep_range, NULL, &seen);
        assert_int_equal(seen.n, n);
        assert_memory_equal(seen.list, a, n * sizeof *a);
        free(bytes);
    }
}

/* A range over the border of two regions, in all views. */
static void test_regions(void **state)
{
    const struct cells over = { (UINT64_C(5) << 32) - 128, 256 };
    struct seen seen = { .n = 0 };
    size_t size;
    (void)state;
    for (unsigned shift = 0; shift <= 6; shift++) {
        struct cell_view view = { shift, 0 };
        struct cell_set *set = stored(&over, 1, view), *other = cell_set_new();
        assert_int_equal(cell_set_count(set), 256 >> shift);
        assert_int_equal(cell_set_add_range(other, view, (UINT64_C(5) << 32) >> shift, 1000), 0);
        assert_int_equal(cell_set_common(set, other), 128 >> shift);
        cell_set_free(set);
        cell_set_free(other);
    }
    uint8_t *bytes = logmake_set(&over, 1, 0, &size);
    cell_ranges(bytes, size, keep_range, NULL, &seen);
    assert_int_equal(seen.n, 2);
    assert_int_equal(seen.region, 5);
    assert_int_equal(seen.list[0].first, UINT32_MAX - 127);
    assert_int_equal(seen.list[1].first, 0);
    assert_int_equal(seen.list[1].count, 128);
    free(bytes);
}

/* A large union with a small set: one by one and all at once agree. */
static void test_absorb_large(void **state)
{
    struct cell_view view = { 0, 0 };
    struct cell_set *seen = cell_set_new(), *large = cell_set_new();
    uint64_t again;
    (void)state;
    assert_int_equal(cell_set_add_range(large, view, 1000, 1000000), 0);
    assert_int_equal(cell_set_absorb(seen, large, &again), 0);
    assert_int_equal(again, 0);
    assert_int_equal(cell_set_absorb(seen, large, &again), 0);
    assert_int_equal(again, 1000000);
    cell_set_clear(large);
    assert_int_equal(cell_set_add_range(large, view, 900, 200), 0);
    assert_int_equal(cell_set_absorb(seen, large, &again), 0);
    assert_int_equal(again, 100);
    assert_int_equal(cell_set_count(seen), 1000100);
    cell_set_free(seen);
    cell_set_free(large);
}

struct listed {
    uint64_t cell[100];
    size_t n;
};

static void list_range(void *arg, uint32_t region, uint32_t lo, uint64_t cells)
{
    struct listed *l = arg;
    for (uint64_t i = 0; i < cells && l->n < 100; i++)
        l->cell[l->n++] = ((uint64_t)region << 32) + lo + i;
}

/* Elements side by side in a line, and one across two; what comes behind begins behind the last one's line. */
static void test_stride(void **state)
{
    static const uint8_t bytes[] = { 3, 0, 60, 5, 20, 4, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0 };
    static const unsigned first[] = { 252, 272, 292, 312 };
    struct listed l = { .n = 0 };
    uint64_t count;
    (void)state;
    assert_true(cell_check(bytes, sizeof bytes, &count));
    assert_int_equal(count, 22);
    cell_ranges(bytes, sizeof bytes, list_range, NULL, &l);
    assert_int_equal(l.n, 22);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(l.cell[i], first[i / 5] + i % 5);
    assert_int_equal(l.cell[20], 5 * 64 + 1);
    assert_int_equal(l.cell[21], 5 * 64 + 2);
}

/* Hostile bytes: each is refused, none makes the reader run far. */
static void test_bad_sets(void **state)
{
    static const struct {
        uint8_t bytes[20];
        size_t size;
    } bad[] = {
        { { 0x80 }, 1 },                            /* varint cut off */
        { { 0x00 }, 1 },                            /* no run */
        { { 0x00, 0x00 }, 2 },                      /* no lines, and no stride */
        { { 0x00, 0x00, 64, 8, 16, 5 }, 6 },        /* a stride from bit 64 on */
        { { 0x00, 0x00, 0, 0, 16, 5 }, 6 },         /* of no cells */
        { { 0x00, 0x00, 0, 8, 8, 5 }, 6 },          /* without gaps */
        { { 0x00, 0x00, 0, 8, 16, 0 }, 6 },         /* of no elements */
        { { 0x00, 0x00, 0, 8, 16, 0x81, 0x80, 0x80, 0x10 }, 9 },        /* of too many */
        { { 0x00, 0x00, 0, 8, 16, 0x80 }, 6 },      /* cut off */
        { { 0x00, 0x00, 0, 8, 0x80, 0x80, 0x80, 0x80, 0x10, 5 }, 10 },  /* step of 2^32 */
        { { 0x00, 0x00, 0, 0x80, 0x80, 0x80, 8, 0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0x7f }, 14 },       /* of 16 Mi cells each */
        { { 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0, 8, 64, 2 }, 11 }, /* the second is behind the last line */
        { { 0x00, 0x01, 1, 0, 0, 0, 0, 0, 0, 0 }, 10 },     /* no lines, with mask */
        { { 0x00, 0x03, 1, 0, 0, 0, 0, 0, 0 }, 9 }, /* mask cut off */
        { { 0x00, 0x03, 0, 0, 0, 0, 0, 0, 0, 0 }, 10 },     /* empty mask */
        { { 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 }, 11 },
        { { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x02 }, 11 },
        { { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0x02 }, 11 },
        { { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x02 }, 12 },
        { { 0x00, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02 }, 11 },
        { { 0x00, 0x82, 0x80, 0x80, 0x80, 0x08 }, 6 },      /* more than 2^30 whole lines */
        { { 0x00, 0x83, 0x80, 0x80, 0x40, 1, 0, 0, 0, 0, 0, 0, 0 }, 13 },   /* more than 2^26 others */
    };
    uint64_t count;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint8_t *exact = malloc(bad[i].size);   /* so that ASan sees the end */
        assert_non_null(exact);
        memcpy(exact, bad[i].bytes, bad[i].size);
        if (cell_check(exact, bad[i].size, &count))
            fail_msg("set %zu was accepted", i);
        free(exact);
    }
    assert_true(cell_check(bad[0].bytes, 0, &count));
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_bitmap), cmocka_unit_test(test_ranges_come_back),
        cmocka_unit_test(test_regions),        cmocka_unit_test(test_absorb_large),
        cmocka_unit_test(test_bad_sets),       cmocka_unit_test(test_stride),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
