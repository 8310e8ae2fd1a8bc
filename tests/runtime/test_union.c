/* SPDX-License-Identifier: MIT
 * The union of sets (cells/union.c) against one byte for each cell. */
#include "base/rng.h"
#include "cells/cells.h"
#include "cells/union.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define SPACE (1u << 18)        /* cells */
#define BASE 0x7f0012340000u    /* the first one */
#define ROUNDS 40
#define SETS 60

static uint8_t seen[SPACE];

static uint32_t below(struct rt_rng *rng, uint64_t n)
{
    return (uint32_t)(rt_rng_next(rng) % n);
}

static void check(const struct rt_union *u)
{
    for (unsigned i = 0; i < ALOG_UNION_UNITS; i++) {
        uint64_t wanted = 0;
        for (size_t from = 0; from < SPACE; from += (size_t)1 << i)
            wanted += memchr(seen + from, 1, (size_t)1 << i) != NULL;
        assert_int_equal(u->cells[i], wanted);
    }
}

static void add(struct rt_union *u, const struct rt_run *run, const struct rt_stride *stride)
{
    struct rt_cellset set = { .run = (struct rt_run *)(uintptr_t)run, .runs = 1, .stride = stride };
    assert_true(rt_union_add(u, &set));
}

/* Steps of all kinds: below a line, whole lines, odd, longer than a page. */
static uint64_t draw_step(struct rt_rng *rng)
{
    switch (below(rng, 4)) {
    case 0:
        return 8 * (1 + below(rng, 12));
    case 1:
        return 64 * (1 + below(rng, 80));
    case 2:
        return 2 + below(rng, 200);
    default:
        return 2 + below(rng, 9000);
    }
}

static void add_stride(struct rt_union *u, struct rt_rng *rng)
{
    uint64_t step = draw_step(rng), size = 1 + below(rng, step < 200 ? step : 200);
    uint64_t count = 1 + below(rng, 3000), from = below(rng, SPACE / 2);
    if (from + (count - 1) * step + size > SPACE)
        count = (SPACE - from - size) / step + 1;
    struct rt_stride stride = { .from = BASE + from, .step = (uint32_t)step, .count = (uint32_t)count, .size = (uint32_t)size };
    struct rt_run run = { .line = (BASE + from) >> 6, .lines = 0, .mask = 0 };
    add(u, &run, &stride);
    if (below(rng, 3) == 0)             /* again, and one that begins there, too */
        add(u, &run, &(struct rt_stride){ stride.from, stride.step, stride.count - below(rng, count), stride.size, false, 0 });
    for (uint64_t k = 0; k < count; k++)
        memset(seen + from + k * step, 1, size);
}

static void add_lines(struct rt_union *u, struct rt_rng *rng)
{
    uint64_t lines = 1 + below(rng, 300), first = below(rng, SPACE / 64 - lines);
    uint64_t from = below(rng, 64), end = from + 1 + below(rng, 64 - from);
    struct rt_run run = { .line = (BASE >> 6) + first, .lines = lines, .mask = rt_bytes_between(from, end) };
    add(u, &run, NULL);
    for (uint64_t l = first; l < first + lines; l++)
        memset(seen + 64 * l + from, 1, end - from);
}

static void strides_and_lines(void **state)
{
    (void)state;
    struct rt_rng rng;
    rt_rng_seed(&rng, 50);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct rt_union u = { .pages = 0 };
        memset(seen, 0, sizeof seen);
        for (unsigned i = 0; i < SETS; i++) {
            if (below(&rng, 4))
                add_stride(&u, &rng);
            else
                add_lines(&u, &rng);
            if (i % 6 == 0)
                check(&u);
        }
        check(&u);
        rt_union_clear(&u);
        assert_int_equal(u.bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strides_and_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
