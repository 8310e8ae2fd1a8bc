/* SPDX-License-Identifier: MIT
 *
 * Memory for a number for each cell of the address space.  Of an address its lower 40 bits choose (41 where the
 * stack and the mappings below it lie farther apart), and one that tells executables from libraries and stacks: what
 * a program uses lies in two regions, each narrower than that.  So there are two parts, PART_BIT's distance apart;
 * other parts lie between them.
 *
 * Where a number is as wide as its cell it would have the same lower 12 bits as the data: caches would hold both in one set, and
 * a load would wait for a store to the other.  So numbers begin SKEW bytes behind the part's begin. */
#include "inhouse/inhouse.h"
#include "base/memory.h"
#include <sys/mman.h>
#include <sys/sysinfo.h>

#define PART_BIT 43u            /* 0 in 0x0000.., 0x55.. and 0x56..; 1 in 0x7e.. and 0x7f.. */
#define WIDTH 40u
#define SKEW 2240u              /* 35 lines: neither a page's beginning nor its middle */
/* Where parts may lie: not where executables grow, and libraries and stacks lie. */
#define LOWEST UINT64_C(0x010000000000)
#define EXECUTABLES UINT64_C(0x540000000000)
#define BEHIND_EXECUTABLES UINT64_C(0x580000000000)
#define HIGHEST UINT64_C(0x7c0000000000)

/* Mappings grow by that at most, as far as they are used. */
static uint64_t machine_memory(void)
{
    struct sysinfo s;
    return sysinfo(&s) ? UINT64_C(1) << 36 : (uint64_t)s.totalram * s.mem_unit;
}

static bool may_lie(uint64_t at, size_t size)
{
    return at + size <= EXECUTABLES || at >= BEHIND_EXECUTABLES;
}

uint64_t rt_space_mask(unsigned cell)
{
    uint64_t here = (uintptr_t)__builtin_frame_address(0), one = UINT64_C(1) << WIDTH, width = WIDTH;
    void *mapping = mmap(NULL, RT_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping != MAP_FAILED) {
        uint64_t low = (uintptr_t)mapping;
        munmap(mapping, RT_PAGE);
        if (here > low && here - low > one - machine_memory())
            width++;
    }
    return ((UINT64_C(1) << PART_BIT) | ((UINT64_C(1) << width) - 1)) >> __builtin_ctz(cell);
}

/* Bytes of a part, and from one to the other. */
static size_t part_bytes(uint64_t mask, size_t bytes)
{
    uint64_t low = ~mask & (mask + 1);  /* of the lowest bit that is not chosen */
    return low * bytes + RT_PAGE;
}

static size_t distance(uint64_t mask, size_t bytes)
{
    return (UINT64_C(1) << (63 - __builtin_clzll(mask))) * bytes;
}

static void *try_part(uint64_t address, size_t size)
{
    void *p = mmap((void *)address, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if ((uintptr_t)p != address) {      /* a kernel that does not know the flag */
        munmap(p, size);
        return NULL;
    }
    madvise(p, size, MADV_NOHUGEPAGE);
    madvise(p, size, MADV_DONTDUMP);
    return rt_map_noted(p, size);
}

void *rt_space_get(uint64_t mask, size_t bytes)
{
    size_t size = part_bytes(mask, bytes), far = distance(mask, bytes);
    for (uint64_t at = LOWEST; at + far + size <= HIGHEST; at += size) {
        void *low = may_lie(at, size) && may_lie(at + far, size) ? try_part(at, size) : NULL;
        if (!low)
            continue;
        if (try_part(at + far, size))
            return (uint8_t *)low + SKEW;
        rt_unmap(low, size);
    }
    return NULL;
}

bool rt_space_part(void *space, uint64_t mask, size_t bytes, unsigned i, uint8_t **at, size_t *size)
{
    *at = (uint8_t *)space - SKEW + i * distance(mask, bytes);
    *size = part_bytes(mask, bytes);
    return i < 2;
}

void rt_space_clear(void *space, uint64_t mask, size_t bytes)
{
    uint8_t *at;
    size_t size;
    for (unsigned i = 0; rt_space_part(space, mask, bytes, i, &at, &size); i++)
        madvise(at, size, MADV_DONTNEED);
}

void rt_space_release(void *space, uint64_t mask, size_t bytes)
{
    uint8_t *at;
    size_t size;
    for (unsigned i = 0; rt_space_part(space, mask, bytes, i, &at, &size); i++)
        rt_unmap(at, size);
}

void *rt_space_reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    madvise(p, bytes, MADV_NOHUGEPAGE);
    madvise(p, bytes, MADV_DONTDUMP);
    return rt_map_noted(p, bytes);
}
