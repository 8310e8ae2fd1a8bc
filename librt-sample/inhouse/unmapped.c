/* SPDX-License-Identifier: MIT
 * Memory that is unmapped, or mapped anew: its cells have been accessed by nobody.  Pages of stamps that were never
 * written are 0, and stay so. */
#include "inhouse/inhouse.h"
#include <string.h>
#include <sys/mman.h>

#define AT_ONCE 256u            /* pages that are asked for at once */

/* Stamps from `at' on: whole pages go back to the system. */
static void clear(uint8_t *at, uint64_t bytes)
{
    uint64_t head = -(uintptr_t)at % RT_PAGE;
    head = head < bytes ? head : bytes;
    memset(at, 0, head);
    uint64_t whole = (bytes - head) / RT_PAGE * RT_PAGE;
    if (whole)
        madvise(at + head, whole, MADV_DONTNEED);
    memset(at + head + whole, 0, bytes - head - whole);
}

/* Whole pages of the directory, and of stamps, go back to the system: who maps and unmaps them again need not look there. */
static void forget_pages(struct rt_inhouse *t, uint64_t cell, uint64_t pages)
{
    uint64_t bytes = pages * RT_PAGE;
    rt_shared_lose(t, cell, bytes / sizeof *t->stamps);
    madvise(&t->shared.directory[cell & t->mask], bytes, MADV_DONTNEED);
    madvise(&t->stamps[cell & t->mask], bytes, MADV_DONTNEED);
}

/* The cells whose entries of the directory lie in pages that are in use. */
static void forget_shared(struct rt_inhouse *t, uint64_t cell, uint64_t n)
{
    unsigned char there[AT_ONCE];
    for (uint64_t part; n; cell += part, n -= part) {
        uint32_t *d = &t->shared.directory[cell & t->mask];
        uint64_t in_page = (RT_PAGE - (uintptr_t)d % RT_PAGE) / sizeof *d;
        part = n < in_page ? n : in_page;
        if (part < in_page || (uintptr_t)d % RT_PAGE) {
            rt_shared_forget(t, cell, part);
            continue;
        }
        uint64_t pages = n / (RT_PAGE / sizeof *d);
        pages = pages < AT_ONCE ? pages : AT_ONCE;
        part = pages * (RT_PAGE / sizeof *d);
        if (mincore(d, pages * RT_PAGE, there))
            continue;
        for (uint64_t i = 0, end; i < pages; i = end + 1) {
            for (end = i; end < pages && there[end] & 1; end++)
                ;
            if (end > i)
                forget_pages(t, cell + i * (RT_PAGE / sizeof *d), end - i);
        }
    }
}

/* So many cells from this one on have stamps side by side, as they are of one part of the space. */
static uint64_t cells_beside(uint64_t mask, uint64_t cell)
{
    uint64_t part = ~mask & (mask + 1);
    return part - (cell & (part - 1));
}

void rt_frame_forget(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!size || !t || f <= t->bottom || f > t->top || size > (uint64_t)1 << 40)
        return;
    unsigned shift = rt_inhouse_shift;
    uint64_t cell = address >> shift, n = ((address + size - 1) >> shift) - cell + 1;
    for (uint64_t part; n; cell += part, n -= part) {
        part = cells_beside(t->mask, cell);
        part = part < n ? part : n;
        if (t->bit)
            forget_shared(t, cell, part);
        else
            clear((uint8_t *)&t->stamps[cell & t->mask], part * sizeof *t->stamps);
    }
}
