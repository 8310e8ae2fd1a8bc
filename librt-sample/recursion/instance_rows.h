/* SPDX-License-Identifier: MIT
 *
 * The quick part of recursion/instance_rows.c, in general registers only.  No structure is
 * copied or cleared here as a whole: GCC may call memcpy or memset for that,
 * which may use others. */
#ifndef RT_RECURSION_INSTANCE_ROWS_H
#define RT_RECURSION_INSTANCE_ROWS_H

#include "arch/machine.h"
#include "recursion/chain.h"

/* Where the search for a row begins. */
RT_QUICK uint32_t rt_row_hash(uint64_t size, uint64_t cost)
{
    return ((uint32_t)cost * 0x9e3779b1u + (uint32_t)size * 0x85ebca6bu) >> 12;
}

/* The row's slot, or the free one that it would get. */
RT_QUICK struct rt_row *rt_row_slot(const struct rt_rows *rows, uint64_t size, uint64_t cost)
{
    for (uint32_t i = rt_row_hash(size, cost);; i++) {
        struct rt_row *row = &rows->slot[i & rows->mask];
        if (!row->size || (row->cost == cost && row->size == size))
            return row;
    }
}

RT_QUICK void rt_saturate(uint64_t *sum, uint64_t value)
{
    if (__builtin_add_overflow(*sum, value, sum))
        *sum = UINT64_MAX;
}

/* What some instances of a class have in all, and their extremes. */
RT_QUICK void rt_sum_add(struct rt_sum *sum, uint64_t count, uint64_t size_sum, uint64_t size_low, uint64_t size_high,
                         uint64_t cost_sum, uint64_t cost_low, uint64_t cost_high, unsigned __int128 squares)
{
    if (!sum->count || size_low < sum->size_low)
        sum->size_low = size_low;
    if (!sum->count || cost_low < sum->cost_low)
        sum->cost_low = cost_low;
    if (size_high > sum->size_high)
        sum->size_high = size_high;
    if (cost_high > sum->cost_high)
        sum->cost_high = cost_high;
    rt_saturate(&sum->count, count);
    rt_saturate(&sum->size_sum, size_sum);
    rt_saturate(&sum->cost_sum, cost_sum);
    sum->squares += squares;
    if (sum->squares < squares)
        sum->squares = ~(unsigned __int128)0;
}

/* Count an instance; false: there is no room for it. */
RT_QUICK bool rt_rows_quick(struct rt_rows *rows, uint64_t size, uint64_t cost)
{
    if (rows->sum) {
        unsigned class = alog_size_class(size);
        if (class >= rows->classes)
            return false;
        rt_sum_add(&rows->sum[class], 1, size, size, size, cost, cost, cost, (unsigned __int128)cost * cost);
        return true;
    }
    struct rt_row *row = rt_row_slot(rows, size, cost);
    if (!row->size) {
        if (rows->used >= rows->limit)
            return false;
        rows->used++;
        row->cost = cost;
        row->size = size;
    }
    row->count++;
    return true;
}

#endif
