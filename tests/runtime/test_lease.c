/* SPDX-License-Identifier: MIT
 *
 * A lease of the log's free space (log/lease.c), in a log that is an array: what is
 * left when its thread jumps out of any step. */
#include "core/state.h"
#include "core/thread.h"
#include "log/lease.h"
#include "log/log.h"
#include "sample/sample.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define SIZE 4096u

static uint64_t file[SIZE / 8];
static struct rt_lease lease;
static struct rt_pair pair;
static uint64_t dropped;        /* bytes */
struct rt_thread *rt_threads;

static uint8_t changed[SIZE / RT_FILE_PAGE];
struct rt_file rt_log_file = { .base = (uint8_t *)file, .changed = changed };

void rt_log_finish_block(uint64_t offset, uint32_t run, enum alog_tag tag, size_t payload)
{
    rt_log_store_word(offset, rt_log_first_word(tag, run, rt_log_block_len(payload)));
}

void rt_log_drop(uint64_t offset, uint32_t len)
{
    assert_int_equal(file[offset / 8], rt_log_first_word(ALOG_FREE, 0, len));
    dropped += len;
}

size_t rt_log_take(struct rt_lot *lot, size_t room, uint64_t need, uint64_t least, uint64_t most)
{
    (void)lot, (void)room, (void)need, (void)least, (void)most;
    return 0;
}

uint64_t rt_log_room(void)
{
    return 0;
}

uint64_t rt_log_free(void)
{
    return 0;
}

/* Two lots: [64, 1088) and [2048, 2176). */
static int begin(void **state)
{
    (void)state;
    memset(file, 0x55, sizeof file);
    memset(&lease, 0, sizeof lease);
    pair = (struct rt_pair){ .number = 7 };
    dropped = 0;
    lease.lot[0] = (struct rt_lot){ 64, 1088 };
    lease.lot[1] = (struct rt_lot){ 2048, 2176 };
    lease.lots = 2;
    for (uint32_t i = 0; i < lease.lots; i++)
        rt_log_store_word(lease.lot[i].start, rt_log_first_word(ALOG_FREE, 0, lease.lot[i].end - lease.lot[i].start));
    return 0;
}

/* Blocks follow each other to the end; their bytes that are not free. */
static uint64_t walk(uint64_t from, uint64_t to)
{
    uint64_t used = 0;
    while (from < to) {
        uint64_t word = file[from / 8], len = word >> 32;
        assert_in_range(len, sizeof(struct alog_block), to - from);
        used += (word & 0xffff) == ALOG_FREE ? 0 : len;
        from += len;
    }
    return used;
}

static uint64_t used(void)
{
    return walk(64, 1088) + walk(2048, 2176);
}

static bool add(size_t payload, struct rt_pair *of)
{
    uint64_t offset;
    uint8_t *p = rt_lease_reserve(&lease, payload, &offset);
    if (!p)
        return false;
    memset(p, 0xee, payload);
    for (size_t i = payload; i < rt_log_block_len(payload) - sizeof(struct alog_block); i++)
        assert_int_equal(p[i], 0);
    rt_lease_commit(&lease, offset, 0, ALOG_INSTANCE, payload, of, 1);
    return true;
}

static void is_filled(void **state)
{
    unsigned n = 0;
    (void)state;
    while (add(100, NULL))
        n++;
    assert_int_equal(n, 1024 / 120);    /* 8 bytes of the second lot's 128 hold no block's header */
    assert_int_equal(used(), n * 120);
    assert_true(add(1024 - n * 120 - sizeof(struct alog_block), NULL));
    assert_int_equal(walk(64, 1088), 1024);
}

static void exact_fits(void **state)
{
    (void)state;
    assert_true(add(1024 - sizeof(struct alog_block), NULL));
    assert_false(add(128, NULL));
    assert_true(add(128 - sizeof(struct alog_block), NULL));
    assert_false(add(8, NULL));
    assert_int_equal(used(), 1024 + 128);
    rt_lease_return(&lease);
    assert_int_equal(dropped, 0);
}

static void rest_is_returned(void **state)
{
    (void)state;
    assert_true(add(100, NULL));
    rt_lease_return(&lease);
    assert_int_equal(dropped, 1024 + 128 - 120);
    assert_int_equal(lease.lots, 0);
    assert_false(add(8, NULL));
}

/* The block is in the log, but the lease does not know it yet. */
static void left_after_the_block(void **state)
{
    (void)state;
    assert_true(add(100, &pair));
    assert_int_equal(pair.block[1], 64);
    assert_int_equal(pair.len[1], 120);
    lease.lot[0].start = 64;
    lease.pair = &pair;
    pair.block[1] = pair.len[1] = 0;
    rt_lease_repair(&lease);
    assert_int_equal(pair.block[1], 64);
    assert_int_equal(pair.len[1], 120);
    assert_true(add(100, NULL));
    assert_int_equal(used(), 240);
    rt_lease_return(&lease);
    assert_int_equal(dropped, 1024 + 128 - 240);
}

/* The block behind it is there, and it is not. */
static void left_before_the_block(void **state)
{
    (void)state;
    assert_true(add(100, &pair));
    rt_log_store_word(64, rt_log_first_word(ALOG_FREE, 0, 1024));
    lease.lot[0].start = 64;
    lease.pair = &pair;
    pair.block[1] = 0;
    rt_lease_repair(&lease);
    assert_int_equal(pair.block[1], 0);
    assert_true(add(300, NULL));
    assert_int_equal(used(), 320);
}

static void left_at_a_lots_end(void **state)
{
    (void)state;
    assert_true(add(1024 - sizeof(struct alog_block), NULL));
    lease.lot[0].start = 64;
    rt_lease_repair(&lease);
    assert_int_equal(lease.lot[0].start, 1088);
    rt_lease_repair(&lease);
    assert_int_equal(lease.lot[0].start, 1088);
    rt_lease_return(&lease);
    assert_int_equal(dropped, 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(is_filled, begin),
        cmocka_unit_test_setup(exact_fits, begin),
        cmocka_unit_test_setup(rest_is_returned, begin),
        cmocka_unit_test_setup(left_after_the_block, begin),
        cmocka_unit_test_setup(left_before_the_block, begin),
        cmocka_unit_test_setup(left_at_a_lots_end, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
