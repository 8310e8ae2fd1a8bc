/* SPDX-License-Identifier: MIT
 *
 * What changes in place in a log: it has two copies, each with a checksum behind it.  A process that is killed while it
 * writes one leaves the other one, so the newest copy with a right checksum is what a reader takes. */
#include "log/two_copies.h"
#include "core/state.h"
#include <stddef.h>
#include <string.h>
#define XXH_INLINE_ALL
#define XXH_NO_STDLIB
#define XXH_FORCE_MEMORY_ACCESS 1       /* no calls of memcpy for words: -fno-builtin */
#include <xxhash.h>

uint64_t rt_hash(const void *data, size_t len, uint64_t seed)
{
    return XXH3_64bits_withSeed(data, len, seed);
}

/* size: of what the checksum covers, which follows; a constant, so that the compiler leaves out what other lengths need. */
static inline __attribute__((always_inline)) void store(void *copy, const void *value, size_t size)
{
    uint64_t *checksum = (uint64_t *)(void *)((uint8_t *)copy + size), sum = XXH3_64bits(value, size);
    *checksum = 0;              /* invalid while it is being written */
    RT_BARRIER();
#pragma GCC unroll 8
    for (size_t i = 0; i < size / sizeof sum; i++)
        ((uint64_t *)copy)[i] = ((const uint64_t *)value)[i];
    RT_BARRIER();
    *checksum = sum;
    RT_BARRIER();
}

void rt_store_counts(struct alog_counts *copy, const struct alog_counts *value)
{
    store(copy, value, offsetof(struct alog_counts, checksum));
}

void rt_store_sampler_state(struct alog_sampler_state *copy, const struct alog_sampler_state *value)
{
    store(copy, value, offsetof(struct alog_sampler_state, checksum));
}

void rt_store_union_state(struct alog_union_state *copy, const struct alog_union_state *value)
{
    store(copy, value, offsetof(struct alog_union_state, checksum));
}

void rt_store_commit(struct alog_commit *copy, const struct alog_commit *value)
{
    store(copy, value, offsetof(struct alog_commit, checksum));
}
