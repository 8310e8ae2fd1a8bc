/* SPDX-License-Identifier: MIT
 *
 * What one call may tell of any number of lines (trace/touch.c): the budget is asked in between, and when it is
 * outgrown the rest is dropped.  The test is the budget: it counts what was done. */
#include "base/memory.h"
#include "base/options.h"
#include "base/rng.h"
#include "base/stack.h"
#include "cells/cells.h"
#include "cells/spans.h"
#include "cells/strides.h"
#include "core/thread.h"
#include "budget/start_or_leave.h"
#include "sample/target_on_thread.h"
#include "trace/instance.h"
#include "trace/touch.h"
#include "trace/open_instances.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <string.h>

#define BASE 0x7f0012340000u
#define SP 0x7fff00000000u
#define FUEL 1024
#define HUGE ((uint64_t)1 << 33)

__thread struct rt_tls rt_tls;
static struct rt_thread thread;
static struct rt_instance stack[2];
static unsigned asks, granted, leaves;

int64_t rt_budget_fuel(void)
{
    return rt_options.budget_ppm ? FUEL : RT_NEVER;
}

bool rt_budget_outgrown(struct rt_thread *t)
{
    assert_ptr_equal(t, &thread);
    return ++asks > granted;
}

void rt_trace_leave(struct rt_thread *t)
{
    leaves++;
    rt_tls.leaving = 1;
    rt_tls.fuel = 0;
    for (uint32_t i = 0; i < t->depth; i++)
        t->stack[i].left = true;
}

/* So many looks at the budget find it kept. */
static void begin(uint32_t depth, unsigned looks)
{
    rt_options.budget_ppm = 10000;
    rt_tls = (struct rt_tls){ .sp = SP, .span = RT_STACK_SPAN };
    rt_tls.fuel = FUEL;
    thread = (struct rt_thread){ .stack = stack, .depth = depth };
    for (uint32_t i = 0; i < depth; i++) {
        stack[i] = (struct rt_instance){ .sp = SP };
        assert_true(rt_table_init(&stack[i].table, &thread.pages, 0));
    }
    asks = leaves = 0;
    granted = looks;
}

static void end(void)
{
    for (uint32_t i = 0; i < thread.depth; i++)
        rt_table_release(&stack[i].table, &thread.pages);
    rt_pages_release(&thread.pages, NULL, 0);
}

/* Every other line: more than a range is kept around. */
static void scatter(struct rt_instance *in, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++)
        rt_table_touch(&in->table, &thread.pages, BASE + i * 128, 4, true);
}

static uint32_t spans(const struct rt_instance *in)
{
    return rt_spans_now(rt_spans_of(in->table.slot, in->table.mask))->count;
}

/* Looks are apart as poll's are, and after the one that says no nothing is done. */
static void check_left(const struct rt_instance *in, unsigned before)
{
    assert_int_equal(leaves, 1);
    assert_int_equal(asks, granted + 1);
    assert_true(stack[0].left);
    assert_in_range(in->table.used, before, before + (granted + 1) * (FUEL + RT_SLICE));
    uint32_t used = in->table.used;
    rt_touch(&thread, SP, BASE + HUGE, 100000, ALGOPROF_WRITE);
    rt_touch_steps(&thread, SP, BASE + HUGE, 100, 256, 8, 0);
    assert_int_equal(in->table.used, used);
    assert_int_equal(asks, granted + 1);
    end();
}

static void range_by_lines(void **state)
{
    (void)state;
    for (unsigned looks = 0; looks < 4; looks++) {
        begin(1, looks);
        scatter(&stack[0], RT_LINES_WITHIN + 1);
        rt_touch(&thread, SP, BASE, HUGE, 0);
        check_left(&stack[0], RT_LINES_WITHIN + 1);
    }
}

/* One that stays whole takes no time, whatever its size. */
static void whole_range(void **state)
{
    (void)state;
    begin(1, 0);
    scatter(&stack[0], RT_LINES_WITHIN);
    rt_touch(&thread, SP, BASE - 30, HUGE, 0);
    rt_touch(&thread, SP, BASE, HUGE / 2, ALGOPROF_WRITE);
    rt_touch(&thread, SP, BASE - 40, HUGE - 20, 0);
    assert_int_equal(asks + leaves, 0);
    assert_int_equal(stack[0].table.used, RT_LINES_WITHIN);
    struct rt_cellset set;
    rt_table_to_set(&stack[0].table, &set);
    assert_true(set.cells == HUGE + 10 - RT_LINES_WITHIN * 4);
    end();
}

/* What is entered at a range's end leaves the rest of it whole. */
static void entered_range(void **state)
{
    (void)state;
    begin(1, 0);
    rt_touch(&thread, SP, BASE + 4, HUGE, 0);
    rt_touch(&thread, SP, BASE, 8, ALGOPROF_WRITE);
    rt_touch(&thread, SP, BASE + HUGE, 8, ALGOPROF_WRITE);
    rt_touch(&thread, SP, BASE + 12345, 8, ALGOPROF_WRITE);
    assert_int_equal(asks + leaves, 0);
    assert_int_equal(stack[0].table.used, 2);
    assert_in_range(spans(&stack[0]), 1, HUGE / RT_SPAN_MOST + 1);
    struct rt_cellset set;
    rt_table_to_set(&stack[0].table, &set);
    assert_true(set.cells == HUGE);
    end();
}

static void stride(void **state)
{
    (void)state;
    for (unsigned looks = 0; looks < 4; looks++) {
        begin(1, looks);
        rt_touch_steps(&thread, SP, BASE, HUGE / 128, 128, 4, 0);
        check_left(&stack[0], 0);
        begin(1, looks);
        rt_touch_steps(&thread, SP, BASE + HUGE, HUGE / 4096, -4096, 3000, 0);
        check_left(&stack[0], 0);
    }
}

static uint32_t strides(const struct rt_instance *in)
{
    return rt_spans_now(rt_spans_of(in->table.slot, in->table.mask))->strides.count;
}

/* One that stays whole takes no time, and what lies beside it leaves it so. */
static void whole_stride(void **state)
{
    (void)state;
    begin(1, 0);
    rt_touch_steps(&thread, SP, BASE + 64, 60000, 128, 4, 0);
    rt_touch_steps(&thread, SP, BASE + 64 + 59999 * 128, 60000, -128, 4, ALGOPROF_WRITE);      /* seen before */
    assert_int_equal(strides(&stack[0]), 1);
    rt_touch_steps(&thread, SP, BASE + 64 + 1280, 100, 256, 4, ALGOPROF_WRITE);                 /* every other one */
    assert_int_equal(strides(&stack[0]), 1);
    rt_touch_steps(&thread, SP, BASE + 64 + 1280, 100, 192, 4, ALGOPROF_WRITE);
    assert_int_equal(strides(&stack[0]), 0);
    end();
    begin(1, 0);
    rt_touch(&thread, SP, BASE, 64, 0);
    rt_touch_steps(&thread, SP, BASE + 64, 60000, 128, 4, 0);
    rt_touch(&thread, SP, BASE + 64 + 60000 * 128, 100, ALGOPROF_WRITE);
    assert_int_equal(asks + leaves, 0);
    assert_int_equal(strides(&stack[0]), 1);
    struct rt_cellset set;
    rt_table_settle(&stack[0].table, &thread.pages);
    rt_table_to_set(&stack[0].table, &set);
    assert_int_equal(set.cells, 64 + 240000);
    end();
}

/* Columns become a wider one, in either direction, and all of them a span; around few lines, too, in the end. */
static void columns(void **state)
{
    (void)state;
    for (unsigned lines = 0; lines < 2; lines++) {
        struct rt_cellset set;
        begin(1, 0);
        for (unsigned i = 0; i < lines * RT_LINES_WITHIN; i++)
            rt_touch(&thread, SP, BASE + 96 + i * 1024, 8, ALGOPROF_WRITE);
        for (unsigned i = 0; i < 100; i++) {
            unsigned column = i < 50 ? 50 + i : 99 - i;
            rt_touch_steps(&thread, SP, BASE + column * 8, 100, 800, 8, 0);
            assert_int_equal(strides(&stack[0]), i < 99 || lines);
        }
        assert_int_equal(stack[0].table.used, lines * RT_LINES_WITHIN);
        rt_table_settle(&stack[0].table, &thread.pages);
        assert_int_equal(strides(&stack[0]), 0);
        assert_int_equal(stack[0].table.used, lines * RT_LINES_WITHIN);
        rt_table_to_set(&stack[0].table, &set);
        assert_int_equal(set.cells, 80000 - lines * RT_LINES_WITHIN * 8);
        assert_int_equal(asks + leaves, 0);
        end();
    }
}

/* Where there are lines a look for them among few elements takes longer than these: it is not taken again and again in vain. */
static void sparse_strides(void **state)
{
    (void)state;
    begin(1, UINT32_MAX);
    scatter(&stack[0], 1000);
    for (unsigned i = 0; i <= RT_STRIDE_TRIES; i++) {
        uint64_t from = BASE + HUGE * (i + 1);
        rt_touch_steps(&thread, SP, from, 16, 4096, 8, 0);
        assert_int_equal(strides(&stack[0]), i < RT_STRIDE_TRIES);
        for (unsigned k = 0; k <= RT_LINES_WITHIN; k++)
            rt_touch(&thread, SP, from + k * 128, 8, 0);
        assert_int_equal(strides(&stack[0]), 0);
    }
    end();
}

/* One that has to be entered after all asks as often as its elements would. */
static void parted_stride(void **state)
{
    (void)state;
    for (unsigned looks = 0; looks < 4; looks++) {
        begin(1, looks);
        rt_touch_steps(&thread, SP, BASE, 60000, 128, 4, 0);
        for (unsigned i = 0; i <= RT_LINES_WITHIN; i++) {
            assert_int_equal(strides(&stack[0]), 1);
            rt_touch(&thread, SP, BASE + 64 + i * 128, 8, 0);
        }
        check_left(&stack[0], RT_LINES_WITHIN);
    }
}

/* ---- random ones, whole and by their elements ---- */

#define SPACE 60000u
static struct rt_rng rng;

static uint64_t below(uint64_t n)
{
    return rt_rng_next(&rng) % n;
}

/* Some accesses, some of them where the one before was, or a little further on; elements: of strides one by one.  What
   becomes of a byte: 1 read, 2 written. */
static void random_steps(unsigned n, bool elements, uint8_t *byte)
{
    uint64_t size = 1, step = 2, count = 1, at = 0;
    while (n--) {
        switch (below(6)) {
        case 0:
            at = (at + below(3)) % (SPACE / 2);
            count -= count > 1;
            break;
        case 1:
        case 2:
        case 3:                 /* the next column */
            at = (at + (below(3) ? size : SPACE / 2 - size)) % (SPACE / 2);
            break;
        default:
            size = 1 + below(20);
            step = size + 1 + (below(2) ? size * below(8) : below(300));
            count = 1 + below(60);
            at = below(SPACE / 2);
        }
        unsigned flags = below(3) ? 0 : ALGOPROF_WRITE;
        bool down = below(3) == 0, one = below(4) == 0;
        if (one)
            count = 1, size = 1 + below(below(2) ? 900 : 60);
        while ((count - 1) * step + size > SPACE / 2)
            count /= 2;
        if (one)
            rt_touch(&thread, SP, BASE + at, size, flags);
        else if (!elements)
            rt_touch_steps(&thread, SP, BASE + at + (down ? (count - 1) * step : 0), count,
                           down ? -(int64_t)step : (int64_t)step, size, flags);
        for (uint64_t i = 0; i < count; i++) {
            if (elements && !one)
                rt_touch(&thread, SP, BASE + at + i * step, size, flags);
            for (uint64_t k = at + i * step; k < at + i * step + size; k++)
                byte[k] = byte[k] ? byte[k] : flags ? 2 : 1;
        }
    }
}

static void random_scene(uint64_t seed, bool elements, uint8_t *byte)
{
    rt_rng_seed(&rng, seed);
    memset(byte, 0, SPACE);
    thread.depth = 1;
    random_steps((unsigned)below(seed % 2 ? 4 : 12), elements, byte);
    if (below(2)) {
        static uint8_t child[SPACE];
        uint64_t low = BASE + below(SPACE), high = below(2) ? low + below(4000) : low;
        memset(child, 0, SPACE);
        thread.depth = 2;
        random_steps((unsigned)below(4), elements, child);
        thread.depth = 1;
        rt_table_settle(&stack[1].table, &thread.pages);
        rt_merge(&thread, &stack[0], &stack[1], low, high);
        for (unsigned i = 0; i < SPACE; i++)
            if (!(BASE + i >= low && BASE + i < high))
                byte[i] = byte[i] ? byte[i] : child[i];
        random_steps((unsigned)below(3), elements, byte);
    }
    if (below(4) == 0) {
        uint64_t from = below(SPACE / 2), to = below(SPACE / 4), size = below(SPACE / 4);
        to += from + size;      /* apart */
        size = to < SPACE && size > SPACE - to ? SPACE - to : size;
        if (to < SPACE)
            rt_moved(&thread, BASE + from, BASE + to, size);
        for (uint64_t i = 0; to < SPACE && i < size; i++)
            byte[to + i] = byte[to + i] ? byte[to + i] : byte[from + i] ? 2 : 0;
    }
    thread.depth = 2;
}

/* The set of the outermost instance, thinned, encoded at *out; its length. */
static size_t encoded(unsigned thin, uint64_t *cells, uint8_t *out)
{
    struct rt_cellset set;
    rt_table_settle(&stack[0].table, &thread.pages);
    rt_table_to_set(&stack[0].table, &set);
    *cells = set.cells;
    rt_set_thin(&set, thin);
    return rt_set_encode(&set, out);
}

static void strides_are_as_their_elements(void **state)
{
    static uint8_t byte[SPACE], a[1 << 16], b[1 << 16];
    unsigned whole = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        uint64_t cells, expected, reads = 0;
        rt_cells_init();        /* another place of the border between regions */
        begin(2, UINT32_MAX);
        random_scene(seed, false, byte);
        whole += strides(&stack[0]) != 0;
        size_t n = encoded(seed % 3 + 1, &cells, a);
        end();
        begin(2, UINT32_MAX);
        random_scene(seed, true, byte);
        assert_int_equal(encoded(seed % 3 + 1, &expected, b), n);
        end();
        for (unsigned i = 0; i < SPACE; i++)
            reads += byte[i] == 1;
        assert_int_equal(cells, expected);
        assert_int_equal(cells, reads);
        assert_memory_equal(a, b, n);
    }
    assert_in_range(whole, 800, 3500);
}

static void moved(void **state)
{
    (void)state;
    for (unsigned looks = 0; looks < 4; looks++) {
        begin(1, looks);
        scatter(&stack[0], 20);
        rt_moved(&thread, BASE, BASE + HUGE, HUGE);
        check_left(&stack[0], 20);
    }
    begin(1, 0);
    rt_touch(&thread, SP, BASE, HUGE, 0);
    rt_moved(&thread, BASE + 1, BASE + HUGE + 2, HUGE);
    assert_int_equal(asks + leaves, 0);
    assert_int_equal(stack[0].table.used, 0);
    end();
}

/* Of a child that has ended: its lines, and a range that its parent cannot keep. */
static void merged(void **state)
{
    (void)state;
    begin(2, 2);
    scatter(&stack[1], 100000);
    rt_merge(&thread, &stack[0], &stack[1], 0, 0);
    assert_int_equal(leaves, 1);
    assert_in_range(stack[0].table.used, 1, 5 * FUEL);
    end();
    begin(2, 2);
    scatter(&stack[0], RT_LINES_WITHIN + 1);
    assert_true(rt_table_keep(&stack[1].table, BASE, HUGE / 64, false));
    rt_merge(&thread, &stack[0], &stack[1], SP - 100, SP);
    check_left(&stack[0], RT_LINES_WITHIN + 1);
}

/* Many calls that tell little each ask as seldom, and as surely. */
static void little_by_little(void **state)
{
    unsigned calls = 0;
    (void)state;
    begin(1, 3);
    scatter(&stack[0], 1);
    for (; !leaves; calls++)
        rt_touch(&thread, SP, BASE + calls * 64, 64, 0);
    assert_in_range(calls, 4 * FUEL - 4, 4 * FUEL + 8);
    end();
}

static void without_budget(void **state)
{
    (void)state;
    begin(1, 0);
    rt_options.budget_ppm = 0;
    rt_tls.fuel = rt_budget_fuel();
    for (unsigned i = 0; i <= RT_LINES_WITHIN; i++)      /* else it stays whole */
        rt_touch(&thread, SP, BASE + i * 128, 4, 0);
    rt_touch_steps(&thread, SP, BASE, 100000, 128, 4, 0);
    assert_int_equal(asks + leaves, 0);
    assert_int_equal(stack[0].table.used, 100000);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(range_by_lines), cmocka_unit_test(whole_range),      cmocka_unit_test(entered_range),
        cmocka_unit_test(stride),         cmocka_unit_test(moved),            cmocka_unit_test(merged),
        cmocka_unit_test(whole_stride),   cmocka_unit_test(parted_stride), cmocka_unit_test(columns),
        cmocka_unit_test(sparse_strides),
        cmocka_unit_test(strides_are_as_their_elements),
        cmocka_unit_test(little_by_little), cmocka_unit_test(without_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
