/* SPDX-License-Identifier: MIT
 * Anonymous memory, and a thread's cache of areas by size. */
#include "base/memory.h"
#include <string.h>
#include <sys/mman.h>

#define CACHED_CLASSES 9u       /* areas of up to 1 MiB wait for reuse */

void *rt_map(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

void rt_unmap(void *p, size_t bytes)
{
    munmap(p, bytes);
}

void *rt_pages_get(struct rt_pages *pages, unsigned class)
{
    if (class >= RT_PAGE_CLASSES)
        return NULL;
    size_t bytes = (size_t)4096 << class;
    void **p = pages->unused[class];
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
    if (class >= CACHED_CLASSES) {
        rt_unmap(p, (size_t)4096 << class);
        return;
    }
    *(void **)p = pages->unused[class];
    pages->unused[class] = p;
}

void rt_pages_release(struct rt_pages *pages, const void *area, size_t bytes)
{
    for (unsigned class = 0; class < RT_CLEAN_CLASSES; class++)
        if (pages->clean[class] && (uintptr_t)pages->clean[class] - (uintptr_t)area >= bytes) {
            rt_unmap(pages->clean[class], (size_t)4096 << class);
            pages->clean[class] = NULL;
        }
    for (unsigned class = 0; class < RT_PAGE_CLASSES; class++)
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
