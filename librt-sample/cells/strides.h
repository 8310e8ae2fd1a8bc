/* SPDX-License-Identifier: MIT
 *
 * Strides that an instance saw whole (cells/strides.c): elements with equal gaps, a matrix's column or one member
 * of an array's structures, which need no look at each of their lines.
 *
 * Here and in cells/strides.c: general registers only, for entry/access.c.
 */
#ifndef ALGOPROF_RT_STRIDES_H
#define ALGOPROF_RT_STRIDES_H

#include <stdbool.h>
#include <stdint.h>

#define RT_STRIDES 2u
#define RT_STRIDE_LEAST 8u      /* elements from which on it is worth it */
#define RT_STRIDE_TRIES 8u      /* without a neighbour in between */
#define RT_STRIDE_MOST (1u << 25)       /* lines that its elements may touch, each of which a reader looks at */

/* Bytes [from + k * step, from + k * step + size) for k below count, all read first or all written first;
 * size <= step. */
struct rt_stride {
    uint64_t from;
    uint32_t step, count, size;
    bool write;
    uint8_t lines;              /* of the table in between, at most; what it has of them counts there */
};

/* Between the first and the last line of one there are no spans and no other stride, and few lines of the table. */
struct rt_strides {
    uint32_t count;
    struct rt_stride stride[RT_STRIDES];
};

static inline __attribute__((always_inline)) uint64_t rt_stride_end(const struct rt_stride *s)
{
    return s->from + (uint64_t)(s->count - 1) * s->step + s->size;
}

static inline __attribute__((always_inline)) uint64_t rt_stride_first(const struct rt_stride *s)
{
    return s->from >> 6;
}

static inline __attribute__((always_inline)) uint64_t rt_stride_last(const struct rt_stride *s)
{
    return (rt_stride_end(s) - 1) >> 6;
}

/* Does it reach into the lines from `first` to `last`? */
static inline __attribute__((always_inline)) bool rt_stride_meets(const struct rt_stride *s, uint64_t first, uint64_t last)
{
    return rt_stride_first(s) <= last && rt_stride_last(s) >= first;
}

/* Does one of them? */
static inline __attribute__((always_inline)) bool rt_strides_meet(const struct rt_strides *all, uint64_t first,
                                                                  uint64_t last)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (rt_stride_meets(&all->stride[i], first, last))
            return true;
    return false;
}

struct rt_spans;

/* What is [from, from + (count - 1) * step + size) as a stride; false: it cannot be kept. */
bool rt_stride_make(struct rt_stride *, uint64_t from, uint64_t count, uint64_t step, uint64_t size, bool write);
/* Does one span or stride hold all of it? */
bool rt_strides_hold(const struct rt_spans *, const struct rt_stride *);
/* Its bytes of a line. */
uint64_t rt_stride_bytes(const struct rt_stride *, uint64_t line);
/* The one that it would be joined with; or NULL. */
const struct rt_stride *rt_strides_neighbour(const struct rt_spans *, const struct rt_stride *);
/* See what none holds, whose lines of the table are those of both: neighbouring columns become a wider one, and in the end a span.  Those of its bytes that are in lines
 * of the table were seen there.  false: it cannot be kept, and nothing was changed. */
bool rt_strides_add(struct rt_spans *, const struct rt_stride *);
/* So many lines of the table are to be entered between those two: false: a stride has too many of them. */
bool rt_strides_allow(struct rt_spans *, uint64_t first, uint64_t last);
/* Give up one that reaches into the lines from `first` to `last`: it is to be entered by its elements.  false: none
 * does. */
bool rt_strides_take(struct rt_spans *, uint64_t first, uint64_t last, struct rt_stride *);

#endif
