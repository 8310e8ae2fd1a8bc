/* SPDX-License-Identifier: MIT
 * Threads that are profiled in-house: their stamps, their stack of activations, their ends. */
#include "inhouse/inhouse.h"
#include "base/memory.h"
#include "core/lock.h"
#include "core/state.h"
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

/* What a program's addresses keep, so that none of two are alike: the lowest regions, executables that lie
 * anywhere (0x55.., 0x56..), libraries and stacks (0x7c.. to 0x7f..). */
#define ADDRESSES UINT64_C(0x0bffffffffff)
#define FRAMES ((size_t)1 << 24)
#define MOST_KEYS 32u           /* pthread_setspecific calls malloc beyond */

static struct rt_inhouse *threads;      /* all, under rt_lock */
static pthread_key_t key;
static enum { KEY_NONE, KEY_MADE, KEY_REFUSED } key_state;      /* likewise */
static uint32_t numbers;
unsigned rt_inhouse_cell;

bool rt_inhouse_any(void)
{
    return threads != NULL;
}

bool rt_inhouse_takes(unsigned cell)
{
    unsigned none = 0;
    return __atomic_compare_exchange_n(&rt_inhouse_cell, &none, cell, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
           || none == cell;
}

static void *reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    madvise(p, bytes, MADV_NOHUGEPAGE);
    madvise(p, bytes, MADV_DONTDUMP);
    return p;
}

static void release(struct rt_inhouse *t)
{
    if (t->stamps)
        munmap(t->stamps, (t->mask + 1) * sizeof *t->stamps);
    if (t->bottom)
        munmap(t->bottom, FRAMES * sizeof *t->bottom);
    t->stamps = NULL;
    t->bottom = NULL;
}

static struct rt_inhouse *make(unsigned cell)
{
    struct rt_inhouse *t = rt_map(sizeof *t);
    if (!t)
        return NULL;
    t->mask = ADDRESSES >> __builtin_ctz(cell);
    t->stamps = reserve((t->mask + 1) * sizeof *t->stamps);
    t->bottom = t->stamps ? reserve(FRAMES * sizeof *t->bottom) : NULL;
    if (!t->bottom) {
        release(t);
        rt_unmap(t, sizeof *t);
        return NULL;
    }
    t->top = t->bottom;
    t->end = t->bottom + FRAMES - 1;
    t->bottom->stamp = 1;
    t->count = 1;
    t->due = (uint64_t)1 << 20;
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

struct rt_inhouse *rt_inhouse_begin(unsigned cell)
{
    struct rt_held held;
    struct rt_inhouse *t = make(cell);
    if (!rt_lock(&held, RT_WAIT_LONG))
        return NULL;
    if (t && make_key() && !pthread_setspecific(key, t)) {
        t->number = numbers++;
        t->next = threads;
        threads = t;
    } else if (t) {
        release(t);
        rt_unmap(t, sizeof *t);
        t = NULL;
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
    rt_inhouse = NULL;
    RT_BARRIER();
    if (!rt_lock(&held, RT_WAIT_LONG))
        return;
    if (rt_state == RT_ON)
        rt_inhouse_write(t);
    unlink_thread(t);
    rt_unlock(&held);
    release(t);
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
    if (threads) {
        threads->next = NULL;
        rt_profiles_clear(threads);
    }
    if (!usable) {
        threads = NULL;
        rt_inhouse = NULL;
    }
    rt_routines_forked();
}
