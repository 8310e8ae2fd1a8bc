/* SPDX-License-Identifier: MIT
 *
 * The memory of threads' state.  One that a thread leaves waits for the next one: to
 * unmap it takes longer than all else of a thread's end (3 to 4 microseconds, and the
 * other processors are asked to forget it), to map another takes a page fault.  One call
 * maps several: while a thread maps memory, the kernel lets no other one of the process map or
 * unmap its stack, and two thirds of threads that begin and end on two processors slept for it. */
#include "core/thread_memory.h"
#include "base/memory.h"
#include "core/thread.h"
#include <string.h>

#define FIRST_BYTES (RT_THREAD_BYTES - RT_THREAD_OWN)
#define MOST_MAPPED 32u         /* by one call: less than a huge page */
#define FRESH_AREAS 4u          /* threads that map at the same time */
#define LOW_WATER 2u            /* who leaves so many maps more, before others have to */
#define MOST_BYTES (512u << 10) /* of pages that were touched, of all that wait */
_Static_assert(RT_THREAD_BYTES >= RT_THREAD_OWN + 4 * 4096 && RT_THREAD_BYTES % 4096 == 0, "room for first areas");
_Static_assert(offsetof(struct rt_thread, lease.lot) <= 4096, "a thread without samples touches one page");

static struct rt_thread *_Atomic spare; /* chain through `next`; the rest under rt_lock */
static size_t spare_bytes;

/* Zeros that nobody had, each an address and in its low bits how many there are from there on.  They are
 * mapped without the lock: who has it is not to wait for the kernel. */
static _Atomic uintptr_t fresh[FRESH_AREAS];
static _Atomic unsigned last_mapped = RT_FIRST_THREADS;

static void put_fresh(char *areas, unsigned n)
{
    for (unsigned i = 0; i < FRESH_AREAS; i++) {
        uintptr_t none = 0;
        if (atomic_compare_exchange_strong(&fresh[i], &none, (uintptr_t)areas | n))
            return;
    }
    rt_unmap(areas, n * RT_THREAD_BYTES);
}

void rt_spare_lend(void *areas)
{
    put_fresh(areas, RT_FIRST_THREADS);
}

static void *take_fresh(unsigned *left)
{
    for (unsigned i = 0; i < FRESH_AREAS; i++)
        for (uintptr_t all = fresh[i]; all;) {
            *left = (unsigned)(all & 4095) - 1;
            if (atomic_compare_exchange_weak(&fresh[i], &all, *left ? all + RT_THREAD_BYTES - 1 : 0))
                return (void *)(all & ~(uintptr_t)4095);
        }
    return NULL;
}

/* Twice as many as the last time: a program of few threads may lock all memory that it maps. */
static char *map_fresh(unsigned *n)
{
    unsigned wanted = last_mapped < MOST_MAPPED ? last_mapped * 2 : MOST_MAPPED;
    char *areas = rt_map(wanted * RT_THREAD_BYTES);
    *n = areas ? wanted : 1;
    if (areas)
        last_mapped = wanted;
    return areas ? areas : rt_map(RT_THREAD_BYTES);
}

struct rt_thread *rt_spare_map(void)
{
    unsigned n, left;
    struct rt_thread *t = take_fresh(&left);
    if (!t || left == LOW_WATER) {
        char *areas = map_fresh(&n);
        if (areas && !t) {
            t = (struct rt_thread *)(void *)areas;
            areas += RT_THREAD_BYTES;
            n--;
        }
        if (areas && n)
            put_fresh(areas, n);
    }
    if (t) {
        t->pages.lent = (uint8_t *)t + RT_THREAD_OWN;
        t->pages.lent_left = FIRST_BYTES;
    }
    return t;
}

bool rt_spare_any(void)
{
    return spare;
}

/* Bytes of it that are resident: the pages up to the buffer's last word that was used, and areas that were lent. */
static size_t touched(const struct rt_thread *t)
{
    size_t own = t->most_words ? offsetof(struct rt_thread, buffer) + t->most_words * sizeof *t->buffer : 1;
    return ((own + 4095) & ~(size_t)4095) + FIRST_BYTES - t->pages.lent_left;
}

struct rt_thread *rt_spare_take(void)
{
    struct rt_thread *t = spare;
    if (!t)
        return NULL;
    spare = t->next;
    spare_bytes -= touched(t);
    struct rt_pages pages = t->pages;
    uint64_t most_words = t->most_words;
    memset(t, 0, offsetof(struct rt_thread, lease.lot));
    t->pages = pages;
    t->most_words = most_words;
    return t;
}

/* One whose areas are lost goes. */
bool rt_spare_keep(struct rt_thread *t)
{
    if (!t->pages.lent || spare_bytes + touched(t) > MOST_BYTES)
        return false;
    spare_bytes += touched(t);
    t->next = spare;
    spare = t;
    return true;
}

void rt_spare_forget(void)
{
    spare = NULL;
    spare_bytes = 0;
}
