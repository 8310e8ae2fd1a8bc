/* SPDX-License-Identifier: MIT
 *
 * The log's space (log/space.c) and its leases (log/lease.c), in a log that is an array:
 * blocks follow each other whatever is reserved, dropped, leased and returned, and
 * space that is there is found.  And in its file, another array, wherever the process is killed. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/rng.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/lease.h"
#include "log/log.h"
#include "log/two_copies.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define SIZE (1u << 20)
#define MOST (SIZE / 16 * 15)           /* leases reach so far */
#define HEADER sizeof(struct alog_block)

struct rt_options rt_options;
_Atomic int rt_state;
_Atomic unsigned rt_paused;
__thread struct rt_tls rt_tls;
struct rt_thread *rt_threads;
_Atomic uint32_t rt_run;
static _Alignas(4096) uint8_t file[SIZE], changed[SIZE / RT_FILE_PAGE + 1], disk[SIZE];
static struct rt_thread thread[4];
static uint64_t state;

bool rt_random_bytes(void *to, size_t n)
{
    memset(to, 1, n);
    return true;
}

void *rt_map(size_t bytes)
{
    return calloc(1, bytes);
}

void rt_unmap(void *p, size_t bytes)
{
    (void)bytes;
    free(p);
}

bool rt_file_create(struct rt_file *f, const struct rt_place *in, uint64_t reserve, const void *header, size_t n,
                    const uint8_t run_id[16])
{
    (void)in, (void)reserve, (void)run_id;
    memset(file, 0, sizeof file);
    memset(disk, 0, sizeof disk);
    memset(changed, 0, sizeof changed);
    memcpy(file, header, n);
    memcpy(disk, header, n);
    f->base = file;
    f->changed = changed;
    f->map = disk;
    f->reserved = f->size = sizeof file;
    return true;
}

bool rt_file_grow(struct rt_file *f, uint64_t size)
{
    (void)f, (void)size;
    return false;
}

bool rt_clock(clockid_t clock, struct timespec *now)
{
    (void)clock, (void)now;
    return false;
}

bool rt_lock(struct rt_held *held, unsigned wait)
{
    (void)held, (void)wait;
    return true;
}

void rt_unlock(struct rt_held *held)
{
    (void)held;
}

static unsigned whole;          /* blocks of the file that were looked at */
static uint32_t sites;          /* that were made, in any place */

/* What a reader finds in the file: up to its end blocks, each whole. */
static void check_disk(void)
{
    struct alog_header h;
    const struct alog_commit *now = NULL;
    memcpy(&h, disk, sizeof h);
    for (int i = 0; i < 2; i++)
        if (h.commit[i].checksum == rt_hash(&h.commit[i], offsetof(struct alog_commit, checksum), 0)
            && (!now || h.commit[i].sequence > now->sequence))
            now = &h.commit[i];
    assert_non_null(now);
    uint64_t at = ALOG_HEADER_SIZE;
    uint32_t there = 0, newest = 0;
    while (at < now->used) {
        struct alog_block b;
        uint32_t site;
        memcpy(&b, disk + at, sizeof b);
        assert_in_range(b.len, HEADER, now->used - at);
        if (b.tag != ALOG_FREE) {
            uint64_t word;
            memcpy(&word, &b, sizeof word);
            assert_true(b.checksum == rt_hash(disk + at + HEADER, b.len - HEADER, word));
            memcpy(&site, disk + at + HEADER, sizeof site);
            there += b.tag == ALOG_SITE;
            newest = site > newest ? site : newest;
            whole++;
        }
        at += b.len;
    }
    assert_true(newest <= there);       /* what an instance refers to */
}

/* As the kernel does it, and killed after each page. */
void rt_file_copy(struct rt_file *f, uint64_t at, uint64_t len)
{
    assert_int_equal(at / RT_FILE_PAGE, (at + len - 1) / RT_FILE_PAGE);
    memcpy(disk + at, f->base + at, len);
    check_disk();
}

bool rt_file_copied(struct rt_file *f)
{
    (void)f;
    return true;
}

void rt_file_expose(struct rt_file *f)
{
    (void)f;
}

static void trim(struct rt_file *f, uint64_t size)
{
    (void)f, (void)size;
}

static const struct rt_place place = { .close = trim };

void rt_file_forget(struct rt_file *f, bool shadow)
{
    (void)f, (void)shadow;
}

void rt_event(const struct rt_target *g, enum alog_event_kind kind, uint64_t value)
{
    (void)g, (void)kind, (void)value;
}

static uint64_t draw(uint64_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

static int begin(void **unused)
{
    (void)unused;
    state = 1;
    memset(thread, 0, sizeof thread);
    rt_threads = NULL;
    sites = 0;
    rt_options.max_log = SIZE;
    uint64_t start_time;
    return !rt_log_begin(&place, false, &start_time) || !start_time;
}

static void add_threads(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        thread[i].next = rt_threads;
        rt_threads = &thread[i];
    }
}

static uint64_t largest;        /* free block, as last walked over */

/* Blocks follow each other; bytes that are not free. */
static uint64_t walk(void)
{
    uint64_t used = 0, end = SIZE - rt_log_room();
    largest = 0;
    for (uint64_t at = ALOG_HEADER_SIZE; at < end;) {
        uint64_t word;
        memcpy(&word, file + at, sizeof word);
        assert_in_range(word >> 32, HEADER, end - at);
        if ((word & 0xffff) != ALOG_FREE)
            used += word >> 32;
        else if (word >> 32 > largest)
            largest = word >> 32;
        at += word >> 32;
    }
    return used;
}

/* A block of `payload` bytes by a lease; its offset, 0: no space. */
static uint64_t add(struct rt_lease *l, size_t payload)
{
    uint64_t offset;
    void *p = rt_lease_reserve(l, payload, &offset);
    if (!p && (!rt_lease_renew(l, payload) || !(p = rt_lease_reserve(l, payload, &offset))))
        return 0;
    memset(p, (int)draw(256), payload);
    memcpy(p, &sites, sizeof sites);
    rt_lease_commit(l, offset, 0, ALOG_INSTANCE, payload, NULL, 0);
    return offset;
}

/* It stays; 0: no space. */
static uint64_t add_site(void)
{
    uint64_t offset;
    size_t payload = 8 + draw(4000);
    void *p = rt_log_reserve(payload, SIZE, &offset);
    if (!p)
        return 0;
    sites++;
    memcpy(p, &sites, sizeof sites);
    rt_log_commit(offset, 0, ALOG_SITE, payload, 0);
    return rt_log_block_len(payload);
}

/* A lease as large as a thread's share is, or about so. */
static void as_large_as_a_share(void **unused)
{
    (void)unused;
    add_threads(2);
    for (unsigned end = 0; end < 2; end++)
        for (int more = -32; more <= 32; more += 8) {
            uint64_t hole = 0;
            if (!end) {         /* or in a hole */
                assert_true((hole = add(&thread[1].lease, 65536)));
                assert_true(add(&thread[1].lease, 8));
                rt_lease_return(&thread[1].lease);
                rt_log_drop(hole, 65536 + HEADER);
            }
            uint64_t share = (rt_log_room() / 8 > rt_log_free() ? rt_log_room() / 8 : rt_log_free()) / 2;
            assert_true(add(&thread[0].lease, (share & ~(uint64_t)7) + (uint64_t)more - HEADER));
            walk();
            rt_lease_return(&thread[0].lease);
        }
}

/* Of any sizes, until nothing fits; what was added and not dropped is there. */
static void many(void **unused)
{
    static struct {
        uint64_t offset;
        uint32_t len;
    } block[4096];
    unsigned n = 0;
    uint64_t sum = 0;
    (void)unused;
    add_threads(4);
    for (unsigned i = 0; i < 20000; i++) {
        size_t payload = 8 + draw(draw(8) ? 200 : 20000);
        uint64_t offset = n < 4096 && draw(5) ? add(&thread[draw(4)].lease, payload) : 0;
        if (offset) {
            block[n].offset = offset;
            sum += block[n++].len = (uint32_t)rt_log_block_len(payload);
        } else if (n) {
            unsigned k = (unsigned)draw(n);
            rt_log_drop(block[k].offset, block[k].len);
            sum -= block[k].len;
            block[k] = block[--n];
        }
        if (!draw(50))
            rt_leases_return();
        if (sites < 60 && !draw(100))
            sum += add_site();
        if (!draw(8))
            assert_int_equal(walk(), sum);
        if (!draw(64))
            rt_log_write();
    }
    assert_true(whole > 10000);
}

/* Nobody's lease keeps from others what is left. */
static void to_the_end(void **unused)
{
    unsigned n = 0, i = 0;
    (void)unused;
    add_threads(4);
    while (add(&thread[i++ % 4].lease, 1000))
        n++;
    assert_int_equal(walk(), n * 1016);
    assert_in_range(largest, 0, 1016 + HEADER - 8);
    uint64_t end = SIZE - rt_log_room();
    assert_in_range(end, MOST - 1015, MOST);
    rt_log_finish(ALOG_FINISHED);
    assert_int_equal(walk(), n * 1016);
    assert_in_range(SIZE - rt_log_room(), ALOG_HEADER_SIZE + n * 1016, end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(as_large_as_a_share, begin),
        cmocka_unit_test_setup(many, begin),
        cmocka_unit_test_setup(to_the_end, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
