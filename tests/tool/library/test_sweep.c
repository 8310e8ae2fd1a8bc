/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sweep over many sets against plain bitmaps: exact in every view; and the union.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "size/cell_sweep.h"
#include "size/cell_union.h"
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

static void check_union(const struct sweep_source *sets, size_t n, const struct plain *plain)
{
    uint64_t cells, expected = 0;
    for (unsigned c = 0; c < SPACE; c++)
        expected += plain->sets[c] != 0;
    assert_int_equal(cell_union(sets, n, NULL, &cells), 0);
    assert_int_equal(cells, expected);
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
        if (view.shift == 0 && view.thin == 0)
            check_union(sets, n, &plain);
        for (; plain.next < SPACE >> view.shift; plain.next++)
            assert_int_equal(plain.sets[plain.next], 0);
        for (size_t i = 0; i < n; i++)
            free((void *)(uintptr_t)sets[i].bytes);
    }
}

#define LONG (1u << 23)          /* cells of the bitmaps for long strides */
#define LONG_SETS 8

/* For each cell the sets that hold it, and whether it was told. */
struct long_plain {
    uint8_t sets[LONG], told[LONG];
    uint64_t repeated;          /* lines that others stood for */
};

static void put_varint(uint8_t **to, uint64_t value)
{
    for (; value > 127; value >>= 7)
        *(*to)++ = (uint8_t)(value | 128);
    *(*to)++ = (uint8_t)value;
}

/* Appends elements of `size` cells, `step` apart, behind line *next; as many as there is room for, and at most `most`. */
static void add_stride(struct long_plain *plain, unsigned number, uint8_t **to, uint64_t *next, uint64_t at, uint64_t size,
                       uint64_t step, uint64_t most)
{
    if (at < *next * 64 || at + size > LONG)
        return;
    uint64_t count = (LONG - at - size) / step + 1;
    count = count < most ? count : most;
    put_varint(to, at / 64 - *next);
    put_varint(to, 0);
    put_varint(to, at % 64);
    put_varint(to, size);
    put_varint(to, step);
    put_varint(to, count);
    for (uint64_t i = 0; i < count; i++)
        for (uint64_t c = 0; c < size; c++)
            plain->sets[at + i * step + c] |= (uint8_t)(1u << number);
    *next = (at + (count - 1) * step + size - 1) / 64 + 1;
}

/* Whole lines. */
static void add_range(struct long_plain *plain, unsigned number, uint8_t **to, uint64_t *next, uint64_t line, uint64_t lines)
{
    uint64_t all = UINT64_MAX;
    if (line < *next || (line + lines) * 64 > LONG)
        return;
    put_varint(to, line - *next);
    put_varint(to, lines << 1 | 1);
    for (unsigned i = 0; i < 8; i++)
        *(*to)++ = (uint8_t)(all >> 8 * i);
    for (uint64_t c = line * 64; c < (line + lines) * 64; c++)
        plain->sets[c] |= (uint8_t)(1u << number);
    *next = line + lines;
}

static int mark_lines(void *arg, const struct sweep_lines *lines)
{
    struct long_plain *plain = arg;
    plain->repeated += (lines->times - 1) * lines->lines;
    for (uint64_t t = 0; t < lines->times; t++)
        for (uint64_t i = 0; i < lines->lines; i++)
            for (size_t g = 0; g < lines->n_groups; g++) {
                unsigned sets = 0;
                uint64_t line = lines->first + t * lines->apart + i;
                for (size_t k = 0; k < lines->group[g].n_sets; k++)
                    sets |= 1u << lines->group[g].set[k];
                for (unsigned bit = 0; bit < 64; bit++)
                    if (lines->group[g].mask >> bit & 1) {
                        assert_int_equal(plain->sets[line * 64 + bit], sets);
                        assert_false(plain->told[line * 64 + bit]++);
                    }
            }
    return 0;
}

/* Strides of one step, or of two, that begin and end here and there, with ranges before, behind and between. */
static void random_strides(struct long_plain *plain, struct sweep_source *sets, unsigned n)
{
    uint64_t steps[2] = { 2 + draw(draw(2) ? 40 : 700), 0 };
    steps[1] = draw(4) ? steps[0] : 2 + draw(100);
    for (unsigned i = 0; i < n; i++) {
        uint8_t *bytes = malloc(256), *to = bytes;
        uint64_t next = 0, step = steps[draw(2)];
        assert_non_null(bytes);
        if (draw(3) == 0)
            add_range(plain, i, &to, &next, draw(20), 1 + draw(5));
        add_stride(plain, i, &to, &next, next * 64 + draw(2000), 1 + draw((uint32_t)step - 1), step, draw(3) ? LONG : 1 + draw(200000));
        if (draw(2))
            add_range(plain, i, &to, &next, next + draw(5), 1 + draw(9));
        add_stride(plain, i, &to, &next, next * 64 + draw(2000), 1, steps[draw(2)], LONG);
        sets[i] = (struct sweep_source){ bytes, (size_t)(to - bytes) };
    }
}

/* Long strides are told by one period, and not a cell is told wrongly or twice. */
static void test_long_strides(void **state)
{
    uint64_t repeated = 0;
    struct long_plain *plain = malloc(sizeof *plain);
    (void)state;
    assert_non_null(plain);
    for (int round = 0; round < 24; round++) {
        struct sweep_source sets[LONG_SETS];
        unsigned n = 1 + draw(LONG_SETS);
        memset(plain, 0, sizeof *plain);
        random_strides(plain, sets, n);
        assert_int_equal(cell_sweep(sets, n, (struct cell_view){ 0, 0 }, NULL, mark_lines, plain), 0);
        uint64_t cells, expected = 0;
        for (uint64_t c = 0; c < LONG; c++)
            expected += plain->sets[c] != 0;
        assert_int_equal(cell_union(sets, n, NULL, &cells), 0);
        assert_int_equal(cells, expected);
        for (uint64_t c = 0; c < LONG; c++)
            if (plain->told[c] != (plain->sets[c] != 0))
                fail_msg("round %d, cell %ju: told %u times, sets %x", round, (uintmax_t)c, plain->told[c], plain->sets[c]);
        repeated += plain->repeated;
        for (unsigned i = 0; i < n; i++)
            free((void *)(uintptr_t)sets[i].bytes);
    }
    free(plain);
    assert_true(repeated > 500000);
}

static int count_cells(void *arg, const struct sweep_lines *lines)
{
    uint64_t *cells = arg;
    for (size_t g = 0; g < lines->n_groups; g++)
        *cells += lines->times * lines->lines * (uint64_t)__builtin_popcountll(lines->group[g].mask) * lines->group[g].n_sets;
    return 0;
}

/* A walk over columns of 2,000,000 rows of 520 bytes, each column by two instances: 256 million lines in few steps. */
static void test_columns(void **state)
{
    enum { COLUMNS = 64, ROWS = 2000000 };
    static uint8_t bytes[COLUMNS][32];
    struct sweep_source sets[2 * COLUMNS];
    uint64_t steps = 1u << 20, cells = 0;
    (void)state;
    for (unsigned i = 0; i < 2 * COLUMNS; i++) {
        uint8_t *to = bytes[i / 2];
        const uint64_t stride[] = { i / 2 * 8 / 64, 0, i / 2 * 8 % 64, 8, 520, ROWS };
        for (size_t k = 0; k < sizeof stride / sizeof *stride; k++)
            put_varint(&to, stride[k]);
        sets[i] = (struct sweep_source){ bytes[i / 2], (size_t)(to - bytes[i / 2]) };
    }
    assert_int_equal(cell_sweep(sets, 2 * COLUMNS, (struct cell_view){ 0, 0 }, &steps, count_cells, &cells), 0);
    assert_int_equal(cells, (uint64_t)2 * COLUMNS * ROWS * 8);
}

/* Searches from an array's begin, of structures of 24 bytes, each to another end: one stride, and one list of lines. */
static void test_union_of_prefixes(void **state)
{
    enum { SEARCHES = 200000, MOST = 60000 };
    uint8_t (*bytes)[16] = malloc(SEARCHES * sizeof *bytes);
    struct sweep_source *sets = malloc(SEARCHES * sizeof *sets);
    uint64_t steps = 2 * SEARCHES + 4 * MOST, cells, longest = 0;
    (void)state;
    assert_true(bytes && sets);
    for (unsigned i = 0; i < SEARCHES; i++) {
        uint8_t *to = bytes[i];
        const uint64_t stride[] = { 5, 0, 3, 8, 24, 1 + draw(MOST) };
        for (size_t k = 0; k < sizeof stride / sizeof *stride; k++)
            put_varint(&to, stride[k]);
        longest = stride[5] > longest ? stride[5] : longest;
        sets[i] = (struct sweep_source){ bytes[i], (size_t)(to - bytes[i]) };
    }
    assert_int_equal(cell_union(sets, SEARCHES, &steps, &cells), 0);
    assert_int_equal(cells, longest * 8);
    steps = SEARCHES / 2;
    assert_int_equal(cell_union(sets, SEARCHES, &steps, &cells), 1);
    free(sets);
    free(bytes);
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
        cmocka_unit_test(test_long_strides),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_union_of_prefixes),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
