/* SPDX-License-Identifier: MIT
 * Tables and sets of cells against plain arrays of bytes. */
#include "base/memory.h"
#include "base/rng.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define SPACE 20000u
#define BASE 0x7f0012340000u

static struct rt_pages pages;

/* As trace/touch.c does, whose slices are another test's (test_touch.c). */
static bool range(struct rt_table *t, uint64_t address, uint64_t size, bool write)
{
    bool kept = rt_table_keep(t, address, size, write);
    if (!kept)
        rt_table_touch(t, &pages, address, size, write);
    return kept;
}

static void part(struct rt_table *t, uint64_t from, uint64_t to, bool write)
{
    if (from < to)
        range(t, from, to - from, write);
}

static void merge(struct rt_table *parent, const struct rt_table *child, uint64_t low, uint64_t high)
{
    const struct rt_whole *list = rt_spans_now(rt_spans_of(child->slot, child->mask));
    for (uint32_t i = 0; i < list->count; i++) {
        const struct rt_span *s = &list->span[i];
        part(parent, s->from, low < high && s->to > low ? low : s->to, s->write);
        if (low < high)
            part(parent, s->from > high ? s->from : high, s->to, s->write);
    }
    for (uint32_t from = 0; rt_table_merge(parent, &pages, child, from, low, high);)
        from += RT_SLICE;
}

static void move(struct rt_table *t, uint64_t from, uint64_t to, uint64_t size)
{
    struct rt_whole list = *rt_spans_now(rt_spans_of(t->slot, t->mask));
    for (uint32_t i = 0; i < list.count; i++) {
        uint64_t start = list.span[i].from > from ? list.span[i].from : from;
        uint64_t end = list.span[i].to < from + size ? list.span[i].to : from + size;
        part(t, start - from + to, end - from + to, true);
    }
    rt_table_move(t, &pages, from, to, size);
}

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
    struct rt_cellset set;
    rt_table_to_set(t, &set);
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
        assert_true(rt_table_init(&t, &pages, 0));
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
        assert_true(rt_table_init(&parent, &pages, 0) && rt_table_init(&child, &pages, 0));
        play(&parent, byte, &rng, 500);
        play(&child, child_byte, &rng, 500);
        merge(&parent, &child, BASE + low, BASE + high);
        memcpy(before, byte, sizeof byte);
        for (unsigned i = 0; i < SPACE; i++)
            if (!before[i] && !(i >= low && i < high))
                byte[i] = child_byte[i];
        check_set(&parent, byte);
        check_set(&child, child_byte);
    }
}

/* ---- ranges that stay whole ---- */

/* One random step, for a table that may keep ranges whole, for one that may not, and
 * for a state a byte. */
static void step(struct rt_table *whole, struct rt_table *lines, uint8_t *byte, struct rt_rng *rng)
{
    static const unsigned sizes[] = { 8, 8, 64, 300, 5000, SPACE / 2 };
    uint64_t size = 1 + rt_rng_next(rng) % sizes[rt_rng_next(rng) % 6], at = rt_rng_next(rng) % (SPACE - size);
    bool write = rt_rng_next(rng) % 3 == 0;
    if (rt_rng_next(rng) % 2) {         /* at a line's start, as arrays do */
        at &= ~(uint64_t)63;
        size = (size + 63) & ~(uint64_t)63;
        size = size < SPACE - at ? size : SPACE - at;
    }
    if (size > 8)
        range(whole, BASE + at, size, write);
    else
        rt_table_touch(whole, &pages, BASE + at, size, write);
    rt_table_touch(lines, &pages, BASE + at, size, write);
    for (uint64_t i = at; i < at + size; i++)
        if (!byte[i])
            byte[i] = write ? 2 : 1;
}

/* What waits for the next instance is as new. */
static void check_clean(void)
{
    for (unsigned class = 0; class < RT_TABLE_CLASSES; class++) {
        const struct rt_line *area = pages.clean[class];
        uint64_t any = 0;
        for (size_t i = 0; area && i < RT_FIRST_SLOTS << class; i++)
            any |= area[i].key | area[i].read_first | area[i].write_first;
        assert_int_equal(any, 0);
    }
}

/* Both are logged alike, thinned or not.  What is whole has no part in what a table may have at most, so
 * it is thinned later, and never where all is whole. */
static void check_alike(struct rt_table *whole, struct rt_table *lines, unsigned reads)
{
    static uint8_t a[1 << 16], b[1 << 16];
    struct rt_cellset set, expected;
    rt_table_to_set(whole, &set);
    rt_table_to_set(lines, &expected);
    assert_true(set.thin <= expected.thin);
    if (set.thin == expected.thin && !set.runs)
        assert_int_equal(set.cells, expected.cells);
    if (!set.thin)
        assert_int_equal(set.cells, reads);
    for (unsigned thin = expected.thin; thin < 6; thin++) {
        rt_set_thin(&set, thin);
        rt_set_thin(&expected, thin);
        assert_int_equal(set.thin, expected.thin);
        size_t n = rt_set_encode(&expected, NULL);
        assert_true(n <= sizeof a);
        assert_int_equal(rt_set_encode(&set, NULL), n);
        assert_int_equal(rt_set_encode(&expected, a), n);
        assert_int_equal(rt_set_encode(&set, b), n);
        assert_memory_equal(a, b, n);
        uint8_t *scratch = rt_set_scratch(whole, &set);
        if (scratch && !(set.thin && set.runs)) {
            assert_int_equal(rt_set_encode(&set, scratch), n);
            assert_memory_equal(a, scratch, n);
        }
    }
    rt_table_release(whole, &pages);
    check_clean();
    rt_table_release(lines, &pages);
    check_clean();
}

struct pair {
    struct rt_table whole, lines;
    uint8_t byte[SPACE];
};

static void begin(struct pair *p, uint32_t max_lines)
{
    assert_true(rt_table_init(&p->whole, &pages, 0) && rt_table_init(&p->lines, &pages, 0));
    p->whole.max_lines = p->lines.max_lines = max_lines;
    memset(p->byte, 0, sizeof p->byte);
}

static void steps(struct pair *p, struct rt_rng *rng, unsigned n)
{
    while (n--)
        step(&p->whole, &p->lines, p->byte, rng);
}

static void ranges_are_as_their_lines(void **state)
{
    static struct pair p;
    struct rt_rng rng;
    unsigned whole = 0;
    (void)state;
    rt_rng_seed(&rng, 3);
    for (unsigned round = 0; round < 2000; round++) {
        rt_cells_init();        /* another place of the border between regions */
        begin(&p, round % 5 == 4 ? 20 + round % 300 : 0);
        steps(&p, &rng, round % 3 ? 1 + round % 5 : 1 + round % 60);
        whole += rt_spans_now(rt_spans_of(p.whole.slot, p.whole.mask))->count != 0;
        check_alike(&p.whole, &p.lines, count_reads(p.byte));
    }
    assert_in_range(whole, 500, 1980);
}

static void ranges_of_children_and_moves(void **state)
{
    static struct pair p, child;
    struct rt_rng rng;
    (void)state;
    rt_rng_seed(&rng, 4);
    for (unsigned round = 0; round < 1000; round++) {
        begin(&p, round % 7 == 6 ? 200 : 0);
        begin(&child, p.whole.max_lines);
        steps(&p, &rng, round % 20);
        steps(&child, &rng, round % 11);
        uint64_t low = BASE + rt_rng_next(&rng) % SPACE, high = low + rt_rng_next(&rng) % 500;
        if (round % 2)
            low = high = 0;
        merge(&p.whole, &child.whole, low, high);
        merge(&p.lines, &child.lines, low, high);
        for (unsigned i = 0; i < SPACE; i++)
            if (!p.byte[i] && !(BASE + i >= low && BASE + i < high))
                p.byte[i] = child.byte[i];
        steps(&p, &rng, round % 3);
        if (round % 4 == 3) {
            move(&p.whole, BASE, BASE + SPACE, 3000);
            move(&p.lines, BASE, BASE + SPACE, 3000);
        }
        check_alike(&p.whole, &p.lines, count_reads(p.byte));
        check_alike(&child.whole, &child.lines, count_reads(child.byte));
    }
}

/* One line's mask has all its spans. */
static void ranges_share_a_line(void **state)
{
    static struct pair p;
    (void)state;
    for (unsigned spans = 1; spans < 7; spans++) {
        begin(&p, 0);
        for (unsigned i = 0; i < spans; i++) {
            range(&p.whole, BASE + 10 * i, 9, false);
            rt_table_touch(&p.lines, &pages, BASE + 10 * i, 9, false);
        }
        check_alike(&p.whole, &p.lines, 9 * spans);
    }
}

/* Of a border between regions, and of more than a region. */
static void long_ranges(void **state)
{
    const uint64_t region = (uint64_t)1 << 32;
    uint64_t line = BASE / 64, together = rt_lines_together(line);
    (void)state;
    assert_true(rt_logged_line(line + together - 1) == rt_logged_line(line) + together - 1);
    assert_false(rt_logged_line(line + together) == rt_logged_line(line) + together);
    struct rt_table t;
    assert_true(rt_table_init(&t, &pages, 0));
    t.max_lines = 0;
    for (unsigned i = 0; i < 4; i++)
        range(&t, BASE + 32 + i * region, region, false);
    assert_int_equal(t.used, 0);
    struct rt_cellset set;
    rt_table_to_set(&t, &set);
    assert_true(set.cells == 4 * region);
    assert_in_range(set.runs, 5, 4 * RT_SPAN_RUNS);
    rt_table_release(&t, &pages);
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
    assert_true(rt_table_init(&t, &pages, 0));
    t.max_lines = 1000;
    for (uint64_t line = 0; line < 64000; line++)
        rt_table_touch(&t, &pages, BASE + line * 64, 4, false);
    assert_true(t.used <= 1000);
    assert_in_range(t.thin, 6, 8);
    unsigned thin = t.thin, expected = 0;
    for (uint64_t line = 0; line < 64000; line++)
        expected += alog_line_hash(rt_logged_line(BASE / 64 + line)) >> (64 - thin) == 0;
    struct rt_cellset set;
    rt_table_to_set(&t, &set);
    assert_int_equal(set.items, expected);
    assert_int_equal(set.cells, (uint64_t)expected * 4 << thin);
    rt_set_thin(&set, thin + 2);
    for (size_t i = 0; i < set.items; i++)
        assert_true(alog_line_hash(set.item[i].line) >> (64 - thin - 2) == 0);
    rt_table_release(&t, &pages);
}

/* Some lines, close together or not, some read and some written. */
static void touch_lines(struct rt_table *t, unsigned lines, uint64_t apart)
{
    for (uint64_t i = 0; i < lines; i++) {
        uint64_t address = BASE + i * 7919 % lines * apart * 64;
        rt_table_touch(t, &pages, address + i % 32, 1 + i % 64, i % 5 == 0);
    }
}

/* A table that begins large is logged as one that grows, and leaves one that is as new. */
static void classes_are_alike(void **state)
{
    static const unsigned lines[] = { 0, 1, 24, 25, 31, 85, 86, 200, 341, 342, 1365, 1366, 5000, 5461, 6000 };
    (void)state;
    for (unsigned class = 0; class < RT_TABLE_CLASSES; class++)
        for (unsigned i = 0; i < 2 * sizeof lines / sizeof *lines; i++) {
            struct rt_table t, grown;
            assert_true(rt_table_init(&t, &pages, class) && rt_table_init(&grown, &pages, 0));
            touch_lines(&t, lines[i / 2], 1 + 1000 * (i & 1));
            touch_lines(&grown, lines[i / 2], 1 + 1000 * (i & 1));
            assert_true(rt_table_needs(&grown) == grown.class || grown.class >= RT_TABLE_CLASSES);
            assert_int_equal(rt_table_needs(&t), rt_table_needs(&grown));
            struct rt_cellset a, b;
            rt_table_to_set(&t, &a);
            rt_table_to_set(&grown, &b);
            assert_int_equal(a.items, b.items);
            assert_int_equal(a.cells, b.cells);
            assert_memory_equal(a.item, b.item, a.items * sizeof *a.item);
            for (size_t k = 1; k < a.items; k++)
                assert_true(a.item[k - 1].line < a.item[k].line);
            uint8_t *scratch = rt_set_scratch(&t, &a);
            if (scratch)
                rt_set_encode(&a, scratch);
            rt_table_release(&t, &pages);
            rt_table_release(&grown, &pages);
            check_clean();
        }
}

/* What the last large table had is the next one's, zeroed; of two such areas the later one is kept. */
static void large_area_is_kept(void **state)
{
    (void)state;
    void *before = NULL;
    for (unsigned round = 0; round < 4; round++) {
        struct rt_table t;
        struct rt_cellset set;
        unsigned class = round < 2 ? RT_TABLE_CLASSES - 1 : RT_LARGE_CLASS;
        assert_true(rt_table_init(&t, &pages, class));
        assert_true((t.slot == before) == (round % 2 == 1));
        before = t.slot;
        touch_lines(&t, 5000, 3);
        rt_table_to_set(&t, &set);
        rt_table_release(&t, &pages);
        check_clean();
        for (unsigned other = RT_LARGE_CLASS; other < RT_TABLE_CLASSES; other++)
            assert_true((pages.clean[other] != NULL) == (other == class));
    }
}

/* Where no program has memory a fault may have been caught: such lines are no part of the
 * set, and do not fall together with those of memory. */
static void addresses_of_nobody(void **state)
{
    static const uint64_t beyond[] = { (uint64_t)1 << RT_ADDRESS_BITS, (uint64_t)0xffff << RT_ADDRESS_BITS };
    static const unsigned lines[] = { 1, 24, 31, 32, 200, 3000 };
    (void)state;
    for (unsigned i = 0; i < 2 * sizeof lines / sizeof *lines; i++) {
        struct rt_table t;
        assert_true(rt_table_init(&t, &pages, 0));
        for (uint64_t k = 0; k < lines[i / 2]; k++) {
            rt_table_touch(&t, &pages, BASE + k * 64, 1 + k % 64, false);
            rt_table_touch(&t, &pages, BASE + k * 64 + beyond[i & 1], 1 + k % 64, false);
        }
        rt_table_touch(&t, &pages, UINT64_MAX - 3, 8, false);   /* and the first ones */
        struct rt_cellset set;
        rt_table_to_set(&t, &set);
        assert_int_equal(set.items, lines[i / 2] + 1);
        for (size_t k = 0; k < set.items; k++) {
            assert_true(set.item[k].line >> RT_LINE_BITS == 0);
            assert_true(!k || set.item[k - 1].line < set.item[k].line);
        }
        size_t most = set.items * (6 + 1 + 8);
        assert_in_range(rt_set_encode(&set, rt_set_scratch(&t, &set)), 1, most);
        rt_table_release(&t, &pages);
        check_clean();
    }
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

/* A line is counted first, then it has its key and its bytes: a jump in between
 * leaves a line that is none.  Last: the table is not clean. */
static void jumps_leave_nothing(void **state)
{
    struct rt_table t;
    (void)state;
    assert_true(rt_table_init(&t, &pages, 0));
    for (uint32_t i = 0; i <= t.mask; i++)
        t.slot[i].read_first = UINT64_MAX;
    rt_table_order(&t)[0] = rt_ordered(t.slot);
    t.used = 1;
    rt_table_move(&t, &pages, BASE, BASE + SPACE, 640);
    rt_table_touch(&t, &pages, BASE + SPACE, 8, false);
    struct rt_cellset set;
    rt_table_to_set(&t, &set);
    assert_int_equal(set.cells, 8);
    assert_int_equal(set.items, 1);
    rt_table_release(&t, &pages);
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
        cmocka_unit_test(ranges_are_as_their_lines),
        cmocka_unit_test(ranges_of_children_and_moves),
        cmocka_unit_test(ranges_share_a_line),
        cmocka_unit_test(long_ranges),
        cmocka_unit_test(lines_are_permuted),
        cmocka_unit_test(thinning_keeps_its_share),
        cmocka_unit_test(classes_are_alike),
        cmocka_unit_test(large_area_is_kept),
        cmocka_unit_test(addresses_of_nobody),
        cmocka_unit_test(encoding_is_as_documented),
        cmocka_unit_test(jumps_leave_nothing),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
