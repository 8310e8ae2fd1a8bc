/* SPDX-License-Identifier: MIT
 *
 * How much of the log a target's sets may take.  The bytes are those of its blocks. */
#ifndef RT_LOG_SPACE_OF_TARGET_H
#define RT_LOG_SPACE_OF_TARGET_H

#include "log/log.h"
#include "sample/sample.h"

/* Bytes.  No target takes more while others wait. */
static inline uint64_t rt_space_of_target(void)
{
    return rt_target_count > 1 ? rt_log_max / 4 : rt_log_instances_end;
}

/* After Zeno: half of it without thinning, half of the rest thinned once,
 * and so on, so that late instances find space too. */
static inline uint32_t rt_space_thins_at(uint64_t bytes)
{
    uint64_t whole = rt_space_of_target();
    uint32_t thin = 0;
    while (thin < 3 && bytes >= whole - (whole >> (thin + 1)))
        thin++;
    return thin;
}

static inline bool rt_space_is_full(const struct rt_target *g, uint64_t bytes)
{
    return bytes >= (g->is_inner ? rt_space_of_target() / 2 : rt_space_of_target() / 16 * 15);
}

/* Does the target's state stay as it is with so many bytes more? */
static inline bool rt_space_stays(const struct rt_target *g, uint64_t more)
{
    uint64_t bytes = g->bytes + more;
    return bytes < g->most_sets && !rt_space_is_full(g, bytes) && (g->is_inner || rt_space_thins_at(bytes) <= g->thin);
}

/* Bytes that its next block may have at most, so that others still fit behind it. */
static inline uint64_t rt_space_of_block(uint64_t bytes)
{
    uint64_t whole = rt_space_of_target() / 16 * 15;
    return whole > bytes ? (whole - bytes) / 2 : 0;
}

/* Does a block surely fit with which they are so many, without any thinning?  false: it may. */
static inline bool rt_space_has_room(uint64_t bytes, uint64_t payload)
{
    uint64_t whole = rt_space_of_target();
    return bytes < whole / 2 && payload <= whole / 8;
}

/* Its bytes have become more: it is thinned, or stopped, where these ask for it.  Alone (core/lock.c). */
void rt_space_follow(struct rt_target *);

#endif
