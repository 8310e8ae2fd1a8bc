/* SPDX-License-Identifier: MIT
 * Profiles in the log. */
#include "inhouse/inhouse.h"
#include "inhouse/by_context.h"
#include "inhouse/rows.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include <string.h>

#define ROW_BYTES 80u           /* of one, at most */
#define MOST_ROWS 4096u         /* of a block */
#define MOST_LISTED (4 * RT_MOST_SIZES)         /* rows of a profile: more than it has */
#define MOST_DUE ((uint64_t)1 << 31)    /* activations until then: twice as many fit a row */

static uint8_t *put_number(uint8_t *p, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        *p++ = (uint8_t)(n | 0x80);
    *p++ = (uint8_t)n;
    return p;
}

/* By size; a heap sort, which takes no memory. */
static void sift(const struct rt_wide_row **list, uint32_t i, uint32_t n)
{
    for (uint32_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && rt_wide_size(list[child + 1]) > rt_wide_size(list[child]))
            child++;
        if (rt_wide_size(list[i]) >= rt_wide_size(list[child]))
            return;
        const struct rt_wide_row *swap = list[i];
        list[i] = list[child];
        list[child] = swap;
    }
}

static void sort(const struct rt_wide_row **list, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;)
        sift(list, i, n);
    for (uint32_t last = n; last-- > 1;) {
        const struct rt_wide_row *swap = list[0];
        list[0] = list[last];
        list[last] = swap;
        sift(list, 0, last);
    }
}

static uint8_t *put_costs(uint8_t *p, const struct rt_blocks *c)
{
    p = put_number(p, c->least);
    p = put_number(p, c->most - c->least);
    p = put_number(p, c->sum);
    p = put_number(p, c->square_low);
    return put_number(p, c->square_high);
}

static uint8_t *put_row(uint8_t *p, const struct rt_wide_row *r, const struct rt_blocks *costs, uint64_t before,
                        bool classes)
{
    uint64_t size = rt_wide_size(r);
    p = put_number(p, size - before);
    p = put_number(p, r->count);
    p = put_costs(p, costs);
    return classes ? put_number(p, r->sizes ? r->sizes - r->count * size : 0) : p;
}

/* A profile's rows, or some of them. */
struct part {
    const struct rt_wide_row **list;
    uint32_t rows;
    bool classes, shared;
    uint64_t by_threads, by_kernel;
};

/* The rows of a block. */
static uint8_t bytes[MOST_ROWS * ROW_BYTES] RT_LARGE;

static size_t put_rows(const struct part *part, bool own)
{
    uint8_t *p = bytes;
    uint64_t before = 0;
    for (uint32_t i = 0; i < part->rows; i++) {
        const struct rt_wide_row *r = part->list[i];
        p = put_row(p, r, own ? &r->own : &r->all, before, part->classes);
        before = rt_wide_size(r);
    }
    return (size_t)(p - bytes);
}

static uint32_t flags_of(const struct rt_inhouse *t, const struct part *part)
{
    return (part->classes ? ALOG_F_CLASSES : 0u) | (t->spent ? ALOG_F_TIME : 0u);
}

static bool write_own_costs(const struct rt_inhouse *t, uint32_t number, const struct part *part)
{
    size_t rows = put_rows(part, true);
    uint64_t offset;
    struct alog_profile *block = rt_log_reserve(sizeof *block + rows, rt_log_max, &offset);
    if (!block)
        return false;
    uint32_t flags = flags_of(t, part) | (part->shared ? ALOG_F_SHARED : 0);
    *block = (struct alog_profile){ number, t->number, rt_inhouse_cell, flags, part->rows, (uint32_t)rows, 0 };
    memcpy(block + 1, bytes, rows);
    rt_log_commit(offset, rt_run, ALOG_OWN_COSTS, sizeof *block + rows, 0);
    return true;
}

static bool write_rows(struct rt_inhouse *t, uint32_t number, const struct part *part)
{
    uint64_t offset;
    size_t rows = put_rows(part, false), head = part->shared ? sizeof(struct alog_shared_profile) : sizeof(struct alog_profile);
    struct alog_profile *block = rt_routine_write(number) ? rt_log_reserve(head + rows, rt_log_max, &offset) : NULL;
    if (!block)
        return false;
    *block = (struct alog_profile){ number, t->number, rt_inhouse_cell, flags_of(t, part), part->rows,
                                    (uint32_t)rows, part->shared ? 0 : t->lost };
    if (part->shared) {
        struct alog_shared_profile *all = (struct alog_shared_profile *)block;
        all->by_threads = part->by_threads;
        all->by_kernel = part->by_kernel;
    } else {
        t->lost = 0;
    }
    memcpy((uint8_t *)block + head, bytes, rows);
    rt_log_commit(offset, rt_run, part->shared ? ALOG_SHARED_PROFILE : ALOG_PROFILE, head + rows, 0);
    return write_own_costs(t, number, part);
}

static bool write_profile(struct rt_inhouse *t, uint32_t number, struct rt_profile *p, bool shared)
{
    static const struct rt_wide_row *list[MOST_LISTED] RT_LARGE;
    static struct rt_wide_row room[MOST_LISTED] RT_LARGE;
    uint32_t n = rt_profile_list(p, list, room, MOST_LISTED);
    sort(list, n);
    for (uint32_t at = 0; at < n; at += MOST_ROWS) {
        struct part part = { list + at, n - at < MOST_ROWS ? n - at : MOST_ROWS, p->classes, shared,
                             p->by_threads, p->by_kernel };
        if (!write_rows(t, number, &part))
            return false;
        p->by_threads = p->by_kernel = 0;
    }
    return true;
}

/* false: the log is full. */
static bool write_profiles(struct rt_inhouse *t, uint32_t number)
{
    struct rt_profile *both = &t->profile[number];
    if (!write_profile(t, number, both, false))
        return false;
    if (t->shared_profile) {
        struct rt_profile *plain = &t->plain_profile[number], *shared = &t->shared_profile[number];
        if (!write_profile(t, number, both, true) || !write_profile(t, number, plain, false)
            || !write_profile(t, number, shared, true))
            return false;
        rt_profile_empty(plain);
        rt_profile_empty(shared);
    }
    rt_profile_empty(both);
    return true;
}

void rt_inhouse_write(struct rt_inhouse *t)
{
    t->all += rt_inhouse_activations(t);
    rt_inhouse_count_anew(t);
    bool whole = rt_by_context_write(t, rt_inhouse_cell, rt_routine_write);
    for (uint32_t number = 1; number <= rt_routines() && whole; number++)
        whole = write_profiles(t, number);
    whole = whole && rt_opaque_write(t, rt_routine_write);
    if (!whole)
        rt_event(NULL, ALOG_E_STOPPED, ALOG_STOP_FULL);
    rt_log_write();
}

/* A killed process's log lacks a third of its activations at most. */
void rt_inhouse_write_due(struct rt_inhouse *t)
{
    struct rt_held held;
    if (rt_state != RT_ON || !rt_lock(&held, RT_WAIT_SHORT))
        return;
    rt_inhouse_write(t);
    uint64_t due = t->all / 2 > (uint64_t)1 << 20 ? t->all / 2 : (uint64_t)1 << 20;
    t->due = due < MOST_DUE ? due : MOST_DUE;
    rt_inhouse_count_anew(t);
    rt_unlock(&held);
}
