/* SPDX-License-Identifier: MIT
 *
 * Strides that stay whole, as long as nothing else is accessed between their first and their last
 * line: then they need not be compared with anything, and are one item of the log. */
#pragma GCC target("general-regs-only")
#include "rt.h"

bool rt_stride_make(struct rt_stride *s, uint64_t from, uint64_t count, uint64_t step, uint64_t size, bool write)
{
    if (count < RT_STRIDE_LEAST || !size || size > ALGOPROF_MAX_ACCESS || size >= step || step > UINT32_MAX
        || count > RT_STRIDE_MOST / ((size + 126) / 64))
        return false;
    *s = (struct rt_stride){ .from = from, .step = (uint32_t)step, .count = (uint32_t)count, .size = (uint16_t)size,
                             .write = write };
    /* Its lines are as far apart in the log. */
    return ((rt_stride_end(s) - 1) >> 6) - (from >> 6) < rt_lines_together(from >> 6);
}

/* Are all elements of s among o's? */
static bool has(const struct rt_stride *o, const struct rt_stride *s)
{
    return o->step == s->step && o->size == s->size && s->from >= o->from && rt_stride_end(s) <= rt_stride_end(o)
           && (s->from - o->from) % o->step == 0;
}

bool rt_strides_add(struct rt_spans *spans, const struct rt_stride *s)
{
    struct rt_strides *all = &spans->strides;
    uint64_t first = s->from >> 6, last = (rt_stride_end(s) - 1) >> 6;
    for (uint32_t i = 0; i < all->count; i++)
        if (has(&all->stride[i], s))
            return true;        /* seen before: stays what it was */
    if (all->count == RT_STRIDES || rt_spans_meet(spans, first, last) || rt_strides_meet(all, first, last))
        return false;
    all->stride[all->count] = *s;
    RT_BARRIER();               /* after a jump out of a handler it is there or not */
    all->count++;
    return true;
}

bool rt_strides_take(struct rt_spans *spans, uint64_t first, uint64_t last, struct rt_stride *taken)
{
    struct rt_strides *all = &spans->strides;
    for (uint32_t i = 0; i < all->count; i++) {
        if (!rt_stride_meets(&all->stride[i], first, last))
            continue;
        *taken = all->stride[i];
        all->stride[i] = all->stride[all->count - 1];
        all->count--;
        return true;
    }
    return false;
}
