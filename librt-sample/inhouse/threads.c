/* SPDX-License-Identifier: MIT
 * Threads that are profiled in-house: their stamps, their stack of activations, their ends. */
#include "inhouse/inhouse.h"
#include "inhouse/by_context.h"
#include "base/memory.h"
#include "base/options.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include <pthread.h>
#include <string.h>

#ifndef RT_STAMPS               /* tests have fewer */
#define RT_STAMPS (rt_inhouse_trms ? RT_ALONE - 2 : UINT32_MAX - 1)
#endif
#define FRAMES ((size_t)1 << 24)
#define BELOW 8u                /* of these below the first one, where entry/first_reads.S may look */
#define MOST_KEYS 32u           /* pthread_setspecific calls malloc beyond */

static struct rt_inhouse *threads;      /* all, under rt_lock */
static pthread_key_t key;
static enum { KEY_NONE, KEY_MADE, KEY_REFUSED } key_state;      /* likewise */
static uint32_t numbers;
static struct rt_inhouse *unused;       /* whose threads have ended; with trms others may look at their stamps; likewise */
static uint64_t mask;
unsigned rt_inhouse_cell, rt_inhouse_shift;
bool rt_inhouse_trms;
static unsigned kind;           /* of all routines that are profiled: bytes of a cell, and 1 for trms; 0: none yet */

bool rt_inhouse_any(void)
{
    return threads != NULL;
}

bool rt_inhouse_takes(const struct algoprof_routine *r)
{
    unsigned none = 0, own = r->cell << 1 | r->trms;
    return __atomic_compare_exchange_n(&kind, &none, own, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) || none == own;
}

/* Under rt_lock, by each thread before its first activation. */
static void set_kind(void)
{
    unsigned now = __atomic_load_n(&kind, __ATOMIC_RELAXED);
    rt_inhouse_trms = now & 1;
    rt_inhouse_cell = now >> 1;
    rt_inhouse_shift = (unsigned)__builtin_ctz(rt_inhouse_cell);
    if (!mask)                  /* one for all threads, whose stacks lie elsewhere: the directory is theirs together */
        mask = rt_space_mask(rt_inhouse_cell);
}

static void release_stamps(struct rt_inhouse *t)
{
    if (t->stamps)
        rt_space_release(t->stamps, mask, sizeof *t->stamps);
    t->stamps = NULL;
}

/* All but the stamps. */
static void release_rest(struct rt_inhouse *t)
{
    if (t->bottom)
        rt_unmap(t->bottom - BELOW, FRAMES * sizeof *t->bottom);
    if (t->induced)
        rt_unmap(t->induced, FRAMES * sizeof *t->induced);
    if (t->spent)
        rt_unmap(t->spent, FRAMES * sizeof *t->spent);
    if (t->profile)
        rt_unmap(t->profile, RT_ROUTINES * sizeof *t->profile);
    if (t->no_profile)
        rt_unmap(t->no_profile, RT_ROUTINES * sizeof *t->no_profile);
    if (t->plain_profile)
        rt_unmap(t->plain_profile, RT_ROUTINES * sizeof *t->plain_profile);
    if (t->shared_profile)
        rt_unmap(t->shared_profile, RT_ROUTINES * sizeof *t->shared_profile);
    rt_profiles_release(t);
    rt_opaque_release(t);
    rt_by_context_end(t->by_context);
    t->by_context = NULL;
    t->bottom = NULL;
    t->induced = NULL;
    t->spent = NULL;
    t->profile = t->quick = t->no_profile = t->plain_profile = t->shared_profile = NULL;
}

/* false: no memory. */
static bool take_memory(struct rt_inhouse *t)
{
    t->mask = mask;
    if (!t->stamps)
        t->stamps = rt_space_get(mask, sizeof *t->stamps);
    t->bottom = t->stamps ? rt_space_reserve(FRAMES * sizeof *t->bottom) : NULL;
    if (t->bottom)
        t->bottom += BELOW;
    t->no_profile = t->bottom ? rt_space_reserve(RT_ROUTINES * sizeof *t->no_profile) : NULL;
    t->profile = t->no_profile ? rt_space_reserve(RT_ROUTINES * sizeof *t->profile) : NULL;
    if (rt_options.inhouse_time && t->profile && !(t->spent = rt_space_reserve(FRAMES * sizeof *t->spent)))
        return false;
    if (!rt_inhouse_trms || !t->profile)
        return t->profile;
    t->induced = rt_space_reserve(FRAMES * sizeof *t->induced);
    t->plain_profile = t->induced ? rt_space_reserve(RT_ROUTINES * sizeof *t->plain_profile) : NULL;
    t->shared_profile = t->plain_profile ? rt_space_reserve(RT_ROUTINES * sizeof *t->shared_profile) : NULL;
    return t->shared_profile && rt_shared_begin(mask);
}

uint32_t rt_last_stamp(void)
{
    return rt_first_stamp() + RT_STAMPS - 1;
}

void rt_inhouse_set_limit(struct rt_inhouse *t)
{
    uint64_t due = t->counted + t->due;
    t->limit = (int64_t)due < (int64_t)rt_last_stamp() ? due : rt_last_stamp();
}

void rt_inhouse_count_anew(struct rt_inhouse *t)
{
    t->counted = t->count;
    rt_inhouse_set_limit(t);
}

static void begin_at(struct rt_inhouse *t)
{
    t->top = t->ready = t->holder = t->induced_end = t->bottom;
    t->end = t->bottom + FRAMES - BELOW - 2 - RT_LOOP_FRAMES;      /* behind the last one is room for a callee's */
    *t->bottom = (struct algoprof_frame){ .stamp = rt_first_stamp(), .stamps = t->stamps, .mask = mask, .shared = &t->shared };
    t->count = rt_first_stamp();
    t->due = (uint64_t)1 << 20;
    t->by_context = t->spent ? NULL : rt_by_context_begin();
    t->quick = t->by_context || t->spent ? t->no_profile : t->profile;
    if (t->spent)
        rt_time_begin(t);
    rt_inhouse_count_anew(t);
    t->all = t->lost = 0;
}

/* Under rt_lock. */
static void put_unused(struct rt_inhouse *t)
{
    release_rest(t);
    if (!rt_inhouse_trms)       /* else others may still take cells from them, also one that found it in its slot before */
        release_stamps(t);
    t->unused = unused;
    unused = t;
}

/* Likewise. */
static struct rt_inhouse *make(void)
{
    struct rt_inhouse *t = unused;
    if (t)
        unused = t->unused;
    else
        t = rt_map(sizeof *t);
    if (!t)
        return NULL;
    if (!take_memory(t)) {
        put_unused(t);
        return NULL;
    }
    begin_at(t);
    if (rt_inhouse_trms)
        rt_shared_take_slot(t);
    return t;
}

static bool make_key(void)
{
    if (key_state == KEY_NONE) {
        key_state = pthread_key_create(&key, rt_inhouse_end) ? KEY_REFUSED : KEY_MADE;
        if (key_state == KEY_MADE && key >= MOST_KEYS) {
            pthread_key_delete(key);
            key_state = KEY_REFUSED;
        }
    }
    return key_state == KEY_MADE;
}

static bool is_told;            /* that a thread is not profiled */

struct rt_inhouse *rt_inhouse_begin(void)
{
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return NULL;
    set_kind();
    struct rt_inhouse *t = make_key() ? make() : NULL;
    if (t && !pthread_setspecific(key, t)) {
        t->number = numbers++;
        t->next = threads;
        threads = t;
    } else {
        t = NULL;
        if (!is_told)
            rt_event(NULL, ALOG_E_STOPPED, ALOG_STOP_ADDRESSES);
        is_told = true;
    }
    rt_unlock(&held);
    return t;
}

static void unlink_thread(struct rt_inhouse *t)
{
    for (struct rt_inhouse **p = &threads; *p; p = &(*p)->next)
        if (*p == t) {
            *p = t->next;
            return;
        }
}

void rt_inhouse_end(void *data)
{
    struct rt_inhouse *t = data;
    struct rt_held held;
    rt_frames_end(t, t->bottom);        /* pthread_exit */
    rt_inhouse_set(NULL);
    RT_BARRIER();
    if (!rt_lock(&held, RT_WAIT_LONG))
        return;
    if (rt_state == RT_ON)
        rt_inhouse_write(t);
    unlink_thread(t);
    if (rt_inhouse_trms) {
        rt_shared_leave_slot(t);
        rt_space_clear(t->stamps, mask, sizeof *t->stamps);
    }
    put_unused(t);
    rt_unlock(&held);
}

void rt_inhouse_leave_threads(void)
{
    if (key_state == KEY_MADE)
        pthread_key_delete(key);
    key_state = KEY_REFUSED;
}

void rt_inhouse_finish(void)
{
    if (rt_inhouse)
        rt_frames_end(rt_inhouse, rt_inhouse->bottom);
    for (struct rt_inhouse *t = threads; t; t = t->next)
        rt_inhouse_write(t);
}

/* What the parent has counted is in its log. */
void rt_inhouse_forked(bool usable)
{
    threads = rt_inhouse;
    unused = NULL;
    if (threads) {
        threads->next = NULL;
        rt_profiles_clear(threads);
        rt_opaque_clear(threads);
        rt_by_context_forked(threads->by_context);
    }
    if (!usable) {
        threads = NULL;
        rt_inhouse_set(NULL);
    }
    rt_shared_forked(threads);
    rt_routines_forked();
}
