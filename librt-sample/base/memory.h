/* SPDX-License-Identifier: MIT
 * Anonymous memory, and a thread's cache of areas by size (base/memory.c). */
#ifndef RT_MEMORY_H
#define RT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#define RT_PAGE_CLASSES 40u
#define RT_CACHED_CLASSES 9u    /* areas of up to 1 MiB wait for reuse */
#define RT_CLEAN_CLASSES 11u    /* those that cells/cells.c begins with: up to 4 MiB */
#define RT_LARGE_CLASS 7u       /* from 512 KiB on there is one clean area in all */
struct rt_pages {               /* one thread's unused areas, by class */
    void *unused[RT_CACHED_CLASSES];
    void *clean[RT_CLEAN_CLASSES];      /* one of a class, all zeros; NULL: none */
    uint8_t *lent;              /* zeroed pages of an area that somebody else unmaps: areas of class 0.  NULL: it is lost */
    size_t lent_left;           /* bytes */
};
void *rt_map(size_t bytes);     /* zeroed; NULL: none left */
void *rt_map_noted(void *, size_t bytes);       /* what mmap(2) gave otherwise goes with the rest; as it is */
void rt_unmap(void *, size_t bytes);    /* what either gave, or a part */
void rt_unmap_all(void);         /* as far as that is known: nothing of it is used any more */
/* An area of 4096 << class bytes, zeroed; NULL: none left. */
void *rt_pages_get(struct rt_pages *, unsigned class);
void rt_pages_put(struct rt_pages *, void *, unsigned class);
/* Zeros, of RT_LARGE_CLASS at least, when none of that class is kept: to be had again as they are. */
void rt_pages_keep_large(struct rt_pages *, void *, unsigned class);
/* All but those in `area`, which were lent. */
void rt_pages_release(struct rt_pages *, const void *area, size_t bytes);

#endif
