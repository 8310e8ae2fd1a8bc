/* SPDX-License-Identifier: MIT
 * Anonymous memory, and a thread's cache of areas by size. */
#include "base/memory.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

/* What is mapped, for rt_unmap_all.  Threads note and forget side by side.  What is not noted stays when all else goes:
 * areas whose places are all taken, and the rest of an area of which a part was unmapped. */
#define NOTED 2048u
#define PLACES 8u
static struct {
    _Atomic uintptr_t at;       /* 0: free */
    _Atomic size_t bytes;       /* of who is there: another one may have come since */
} noted[NOTED];

static unsigned place_of(uintptr_t at, unsigned i)
{
    return (((unsigned)(at >> 12) * 0x9e3779b1u >> 21) + i) & (NOTED - 1);
}

static void note(uintptr_t at, size_t bytes)
{
    for (unsigned i = 0; i < PLACES; i++) {
        uintptr_t none = 0;
        unsigned n = place_of(at, i);
        if (atomic_compare_exchange_strong_explicit(&noted[n].at, &none, 1, memory_order_relaxed, memory_order_relaxed)) {
            atomic_store_explicit(&noted[n].bytes, bytes, memory_order_relaxed);
            atomic_store_explicit(&noted[n].at, at, memory_order_release);
            return;
        }
    }
}

/* What begins there, or has that inside. */
static void forget(uintptr_t at)
{
    for (unsigned i = 0; i < PLACES + NOTED; i++) {
        unsigned n = i < PLACES ? place_of(at, i) : i - PLACES;
        uintptr_t from = atomic_load_explicit(&noted[n].at, memory_order_acquire);
        bool found = from > 1 && at - from < atomic_load_explicit(&noted[n].bytes, memory_order_relaxed);
        if (found && atomic_compare_exchange_strong_explicit(&noted[n].at, &from, 0, memory_order_release, memory_order_relaxed))
            return;
    }
}

void *rt_map(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    note((uintptr_t)p, bytes);
    return p;
}

void *rt_map_noted(void *p, size_t bytes)
{
    note((uintptr_t)p, bytes);
    return p;
}

void rt_unmap(void *p, size_t bytes)
{
    forget((uintptr_t)p);
    munmap(p, bytes);
}

void rt_unmap_all(void)
{
    for (unsigned n = 0; n < NOTED; n++) {
        uintptr_t at = atomic_exchange_explicit(&noted[n].at, 0, memory_order_relaxed);
        if (at > 1)
            munmap((void *)at, atomic_load_explicit(&noted[n].bytes, memory_order_relaxed));
    }
}

void *rt_pages_get(struct rt_pages *pages, unsigned class)
{
    if (class >= RT_PAGE_CLASSES)
        return NULL;
    size_t bytes = (size_t)4096 << class;
    void **p = class < RT_CACHED_CLASSES ? pages->unused[class] : NULL;
    if (!p && !class && pages->lent_left) {
        p = (void **)(void *)pages->lent;
        pages->lent += bytes;
        pages->lent_left -= bytes;
        return p;
    }
    if (!p)
        return rt_map(bytes);
    pages->unused[class] = *p;
    return memset(p, 0, bytes);
}

void rt_pages_put(struct rt_pages *pages, void *p, unsigned class)
{
    if (class >= RT_CACHED_CLASSES) {
        rt_unmap(p, (size_t)4096 << class);
        return;
    }
    *(void **)p = pages->unused[class];
    pages->unused[class] = p;
}

void rt_pages_keep_large(struct rt_pages *pages, void *p, unsigned class)
{
    for (unsigned other = RT_LARGE_CLASS; other < RT_CLEAN_CLASSES; other++)
        if (pages->clean[other]) {
            rt_unmap(pages->clean[other], (size_t)4096 << other);
            pages->clean[other] = NULL;
        }
    pages->clean[class] = p;
}

void rt_pages_release(struct rt_pages *pages, const void *area, size_t bytes)
{
    for (unsigned class = 0; class < RT_CLEAN_CLASSES; class++)
        if (pages->clean[class] && (uintptr_t)pages->clean[class] - (uintptr_t)area >= bytes) {
            rt_unmap(pages->clean[class], (size_t)4096 << class);
            pages->clean[class] = NULL;
        }
    for (unsigned class = 0; class < RT_CACHED_CLASSES; class++)
        for (void *p = pages->unused[class], *next, *kept = NULL; p; p = next) {
            next = *(void **)p;
            if ((uintptr_t)p - (uintptr_t)area >= bytes) {
                rt_unmap(p, (size_t)4096 << class);
            } else {
                *(void **)p = kept;
                kept = p;
            }
            pages->unused[class] = kept;
        }
}
