/* SPDX-License-Identifier: MIT
 *
 * Blocks in memory: reserve, commit, drop, reuse; and from time to time into the file.
 *
 * A process may be killed while that is done, so a reader has to understand what lies there at each moment.  First
 * comes what is behind the file's end, then the commit with the new end, so that sites are there before an instance
 * refers to them; then the pages before it, the last one first.  Each page is copied as a whole.  Between two blocks
 * that stay all begins with one header, whose page is copied last: until then it is a free block, or dropped
 * ones.  So no dropped block's space is used anew before the file has it as a free one (`loose`).  What is changed
 * in place, counts, has two copies with checksums. */
#include "log/log.h"
#include "base/clock.h"
#include "base/options.h"
#include "base/rng.h"
#include "core/lock.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/free_blocks.h"
#include "log/lease.h"
#include "log/two_copies.h"
#include <algoprof/log_format.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#define LEAST_REST (64u << 10)  /* behind instances, or what these leave of a small log; of a large one a sixteenth */
#define LEAST_INSTANCES (48u << 10)
#define OF_THREADS 8u           /* that part of the rest is for threads' own counts */
#define OF_UNIONS 4u            /* that part comes next, for unions, too: without one a target is counted; behind it 96 may begin */

static struct {
    uint64_t used, written;     /* in memory; in the file */
    bool loose;                 /* a block was dropped that the file still has */
    uint64_t sequence;          /* of the newest commit */
    bool full;                  /* the file does not grow any more */
    uint64_t sealed_time;       /* 0: it is not sealed */
    size_t pending;             /* free block that the reserved one is in, + 1 */
    const struct rt_place *place;
} the_log;

struct rt_file rt_log_file RT_LARGE;

uint64_t rt_log_max, rt_log_instances_end, rt_log_counters_end, rt_log_unions_end;

static void fill_commit(struct alog_commit *copy, uint64_t sequence, enum alog_state state, uint64_t end_time)
{
    struct alog_commit c = { .sequence = sequence, .used = the_log.used, .state = state, .end_time = end_time };
    rt_store_commit(copy, &c);
}

static void commit_state(enum alog_state state, uint64_t end_time)
{
    struct alog_header *h = (struct alog_header *)(void *)rt_log_file.base;
    uint64_t sequence = ++the_log.sequence;
    RT_BARRIER();
    fill_commit(&h->commit[(sequence - 1) & 1], sequence, state, end_time);
    rt_log_touch(0, sizeof *h);
}

/* ---- into the file ---- */

#define FEW 16u                 /* instances before this second that a killed process's log may lack */

#define SPARE 8u                /* and that share of all: a step into the file costs 3 us, which the budget pays */

uint64_t rt_log_writes;
struct rt_log_counted rt_log_counted;
static _Atomic uint64_t written_instances;
static _Atomic int64_t written_second;

static int64_t coarse_second(void)
{
    struct timespec now = { 0, 0 };
    rt_clock(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec;
}

static bool is_enough(uint64_t all)
{
    return all - written_instances > all / SPARE;
}

/* When there will be enough, or the clock is to be asked. */
static void set_due(uint64_t all)
{
    uint64_t enough = written_instances + all / SPARE + 1, few = all + FEW;
    rt_log_counted.due = enough < few ? enough : few;
}

/* Changed pages from the one with `start` to that before `end`, the last one first.  A part of one stays to be copied. */
static void copy_pages(uint64_t start, uint64_t end)
{
    uint8_t *changed = rt_log_file.changed;
    uint64_t page = (end + RT_FILE_PAGE - 1) / RT_FILE_PAGE, first = start / RT_FILE_PAGE, part = start % RT_FILE_PAGE;
    while (page-- > first) {
        uint64_t skip = page == first ? part : 0;
        if (!__atomic_load_n(&changed[page], __ATOMIC_RELAXED))
            continue;
        if (!skip)
            __atomic_store_n(&changed[page], 0, __ATOMIC_SEQ_CST);      /* before what is copied is read */
        rt_file_copy(&rt_log_file, page * RT_FILE_PAGE + skip, RT_FILE_PAGE - skip);
    }
}

void rt_log_write(void)
{
    written_second = coarse_second();
    written_instances = rt_log_counted.all;
    set_due(written_instances);
    if (!rt_log_file.map)
        return;
    if (rt_tls.self)
        rt_tls.self->done.writes++;
    if (the_log.used > the_log.written) {
        copy_pages(the_log.written, the_log.used);
        copy_pages(0, ALOG_HEADER_SIZE);
    }
    copy_pages(0, the_log.written);
    if (!rt_file_copied(&rt_log_file)) {
        rt_paused |= RT_LOST;
        return;
    }
    the_log.written = the_log.used;
    the_log.loose = false;
    rt_log_writes++;
}

void rt_log_look(uint64_t all)
{
    struct rt_held held;
    if (!is_enough(all) && coarse_second() == written_second) {
        set_due(all);
        return;
    }
    if (rt_state != RT_ON || !rt_lock(&held, RT_WAIT_SHORT))
        return;
    if (rt_state == RT_ON)
        rt_log_write();
    rt_unlock(&held);
}

static void set_ends(uint64_t max)
{
    uint64_t rest = max / 16 > LEAST_REST ? max / 16 : LEAST_REST;
    rest = rest < max - LEAST_INSTANCES ? rest : max - LEAST_INSTANCES;
    rt_log_max = max;
    rt_log_instances_end = max - rest;
    rt_log_counters_end = rt_log_instances_end + rest / OF_THREADS;
    rt_log_unions_end = rt_log_counters_end + rest / OF_UNIONS;
}

bool rt_log_begin(const struct rt_place *place, bool forked, uint64_t *start_time)
{
    struct alog_header header = { .version = ALOG_VERSION }, *h = &header;
    memcpy(h->magic, ALOG_MAGIC, sizeof h->magic);
    h->min_reader = ALOG_MIN_READER;
    h->header_size = ALOG_HEADER_SIZE;
    h->endian = ALOG_ENDIAN;
    if (!rt_random_bytes(h->run_id, sizeof h->run_id))
        return false;
    h->start_time = (uint64_t)time(NULL);
    h->max_log = rt_options.max_log;
    h->rate = rt_options.rate;
    h->pairs = rt_options.pairs;
    h->budget_ppm = rt_options.budget_ppm;
    h->flags = (rt_options.seed.given ? ALOG_H_SEEDED : 0) | (forked ? ALOG_H_FORKED : 0) |
               (rt_options.budget_ppm ? ALOG_H_BUDGET_ENFORCED : 0);
    if (place->client_id)
        place->client_id(h->client);
    h->checksum = rt_hash(h, offsetof(struct alog_header, checksum), 0);
    the_log.used = the_log.written = ALOG_HEADER_SIZE;
    the_log.loose = false;
    the_log.sequence = 1;
    the_log.full = false;
    the_log.pending = 0;
    rt_free_blocks_forget();
    rt_leases_forget();
    fill_commit(&h->commit[0], 1, ALOG_RUNNING, 0);
    the_log.place = place;
    *start_time = h->start_time;
    if (!rt_file_create(&rt_log_file, place, rt_options.max_log, h, sizeof *h, h->run_id))
        return false;
    set_ends(rt_log_file.reserved);
    return true;
}

const char *rt_file_name(void)
{
    return rt_log_file.path;
}

uint64_t rt_log_used(void)
{
    return the_log.used;
}

uint64_t rt_log_room(void)
{
    return (the_log.full ? rt_log_file.size : rt_log_file.reserved) - the_log.used;
}

/* Free in the file, too. */
static size_t find_free(uint64_t len)
{
    size_t found = rt_free_blocks_find(len);
    if (found && the_log.loose)
        rt_log_write();
    return found;
}

static bool grow_to(uint64_t size)
{
    if (size <= rt_log_file.size)
        return true;
    if (the_log.full || size > rt_log_file.reserved)
        return false;
    if (rt_file_grow(&rt_log_file, size))
        return true;
    the_log.full = true;
    rt_event(NULL, ALOG_E_STOPPED, ALOG_STOP_DISK);
    return false;
}

void *rt_log_reserve(size_t payload, uint64_t limit, uint64_t *offset)
{
    uint64_t len = rt_log_block_len(payload);
    if (len > UINT32_MAX / 2)
        return NULL;
    the_log.pending = find_free(len);
    if (!the_log.pending && (the_log.used + len > limit || !grow_to(the_log.used + len))) {
        rt_leases_return();
        the_log.pending = find_free(len);
        if (!the_log.pending)
            return NULL;
    }
    *offset = the_log.pending ? rt_free_block(the_log.pending - 1)->offset : the_log.used;
    uint8_t *p = rt_log_file.base + *offset + sizeof(struct alog_block);
    return memset(p, 0, len - sizeof(struct alog_block));
}

static void finish_block(uint64_t offset, uint32_t run, enum alog_tag tag, uint64_t len, size_t checked)
{
    struct alog_block *b = (struct alog_block *)(void *)(rt_log_file.base + offset);
    uint64_t word = rt_log_first_word(tag, run, len);
    b->checksum = rt_hash(b + 1, checked, word);
    rt_log_store_word(offset, word);
    rt_log_touch(offset, len + 8);      /* and what comes behind it, if that is free and new */
}

void rt_log_finish_block(uint64_t offset, uint32_t run, enum alog_tag tag, size_t payload)
{
    uint64_t len = rt_log_block_len(payload);
    finish_block(offset, run, tag, len, len - sizeof(struct alog_block));
}

void rt_log_commit(uint64_t offset, uint32_t run, enum alog_tag tag, size_t payload, size_t checked)
{
    uint64_t len = rt_log_block_len(payload);
    bool reused = the_log.pending;
    if (reused)
        rt_free_block_fill(the_log.pending - 1, len);
    finish_block(offset, run, tag, len, checked ? checked : len - sizeof(struct alog_block));
    the_log.pending = 0;
    if (!reused) {
        the_log.used = offset + len;
        commit_state(ALOG_RUNNING, 0);
    }
    if (reused && (tag == ALOG_RUN || tag == ALOG_MODULE || tag == ALOG_SITE || tag == ALOG_NAME
                   || tag == ALOG_CONTEXT || tag == ALOG_CALLABLE))
        rt_log_write();         /* before others refer to it */
}

bool rt_log_append(uint32_t run, enum alog_tag tag, const void *data, size_t len)
{
    uint64_t offset;
    void *p = rt_log_reserve(len, rt_log_file.reserved, &offset);
    if (!p)
        return false;
    memcpy(p, data, len);
    rt_log_commit(offset, run, tag, len, 0);
    return true;
}

void rt_log_drop(uint64_t offset, uint32_t len)
{
    rt_log_store_free(offset, len);
    the_log.loose = true;
    rt_free_blocks_add(offset, len);
}

/* ---- leases ---- */

/* Up to `most` bytes of a free block; its rest stays. */
static struct rt_lot take_free(size_t i, uint64_t most)
{
    const struct rt_free_block *b = rt_free_block(i);
    uint64_t len = rt_log_fits(b->len, most) ? most : b->len;
    struct rt_lot lot = { b->offset, b->offset + len };
    rt_free_block_fill(i, len);
    rt_log_store_free(lot.start, len);
    return lot;
}

/* At the file's end. */
static bool take_end(struct rt_lot *lot, uint64_t len)
{
    uint64_t start = the_log.used;
    if (start + len > rt_log_instances_end || !grow_to(start + len))
        return false;
    rt_log_store_free(start, len);
    the_log.used = start + len;
    commit_state(ALOG_RUNNING, 0);
    *lot = (struct rt_lot){ start, start + len };
    return true;
}

size_t rt_log_take(struct rt_lot *lot, size_t room, uint64_t need, uint64_t least, uint64_t most)
{
    size_t n = 0, first = find_free(need);
    if (!room || need > UINT32_MAX / 2)
        return 0;
    if (!rt_log_fits(most, need))
        most = need;
    if (first)
        lot[n++] = take_free(first - 1, most);
    else if (take_end(lot, most) || take_end(lot, need))
        n = 1;
    uint64_t sum = n ? lot[0].end - lot[0].start : 0;
    for (size_t i = 0; first && i < rt_free_blocks() && n < room && sum + least <= most;) {
        if (rt_free_block(i)->len < least) {
            i++;
            continue;
        }
        lot[n] = take_free(i, most - sum);
        sum += lot[n].end - lot[n].start;
        n++;
    }
    return n;
}

/* Free blocks at the end are no part of it. */
static void shorten(void)
{
    rt_leases_return();
    size_t n = rt_free_blocks();
    if (!n || rt_free_block(n - 1)->offset + rt_free_block(n - 1)->len != the_log.used)
        return;
    the_log.used = rt_free_block(n - 1)->offset;
    rt_free_block_fill(n - 1, rt_free_block(n - 1)->len);
}

bool rt_log_finish(enum alog_state state)
{
    if (!the_log.sealed_time)
        shorten();
    uint64_t now = the_log.sealed_time ? the_log.sealed_time : (uint64_t)time(NULL);
    commit_state(state, now);
    if (the_log.sealed_time)
        return true;
    rt_log_write();
    if (!rt_log_file.lost)
        the_log.place->close(&rt_log_file, the_log.used);
    return !rt_log_file.lost;
}

void rt_log_seal(void)
{
    the_log.sealed_time = (uint64_t)time(NULL);
    the_log.full = true;
    shorten();
    commit_state(ALOG_RUNNING, 0);
    rt_log_write();
    if (rt_log_file.lost)
        return;
    if (!the_log.place->hands_over)     /* else it is not trimmed before that */
        the_log.place->close(&rt_log_file, the_log.used);
    rt_file_expose(&rt_log_file);
}

bool rt_log_sync(void)
{
    uint64_t bytes = (the_log.used + RT_FILE_PAGE - 1) & ~(uint64_t)(RT_FILE_PAGE - 1);
    return !rt_log_file.lost && (!rt_log_file.map || !msync(rt_log_file.map, bytes, MS_SYNC));
}

void rt_log_forget(bool shadow)
{
    rt_file_forget(&rt_log_file, shadow);
    rt_free_blocks_forget();
}
