/* SPDX-License-Identifier: MIT
 *
 * Internal to in-house mode: an activation goes into its routine's profile.  Functions here change no vector register,
 * and ask for no memory. */
#ifndef RT_ROWS_H
#define RT_ROWS_H

#include "inhouse/inhouse.h"

/* The lowest size of its class, with RT_CLASS if there is one. */
static inline uint64_t rt_class_of(uint64_t size)
{
    if (size < RT_EXACT)
        return size;
    unsigned shift = 64u - 8u - (unsigned)__builtin_clzll(size);        /* 8 bits stay */
    return (size >> shift << shift) | RT_CLASS;
}

static inline uint64_t rt_row_size(const struct rt_size_row *r)
{
    return (r->size & ~(RT_CLASS | RT_SLOW)) - 1;
}

/* NULL: it has none. */
static inline struct rt_size_row *rt_profile_rows(const struct rt_profile *p)
{
    return p->rows ? (struct rt_size_row *)((uintptr_t)&rt_no_row + p->rows) : NULL;
}

#define RT_ROWS_FACTOR 0x9e3779b97f4a7c15u

static inline struct rt_size_row *rt_row_find(struct rt_size_row *rows, uint32_t mask, uint64_t key)
{
    uint32_t i = (uint32_t)(key < RT_EXACT ? key : key * RT_ROWS_FACTOR >> 32) & mask;
    while (rows[i].size && (rows[i].size & ~RT_SLOW) != key + 1)
        i = (i + 1) & mask;
    return &rows[i];
}

/* The row of its size; NULL: it has none. */
static inline struct rt_size_row *rt_profile_row(const struct rt_profile *p, uint64_t size)
{
    struct rt_size_row *rows = rt_profile_rows(p);
    struct rt_size_row *r = rows ? rt_row_find(rows, p->mask, p->classes ? rt_class_of(size) : size) : NULL;
    return r && r->size ? r : NULL;
}

static inline void rt_costs_add(struct rt_blocks *to, uint64_t cost, uint64_t n)
{
    unsigned __int128 square = (unsigned __int128)cost * cost;
    if (n > 1)
        square *= n;
    square += to->square_low;
    to->square_low = (uint64_t)square;
    to->square_high += (uint64_t)(square >> 64);
    to->sum += cost * n;
}

/* `again' activations are in it as the others are. */
static inline void rt_row_fold(struct rt_size_row *r)
{
    uint64_t n = r->again;
    if (!n)
        return;
    r->again = 0;
    r->count += n;
    rt_costs_add(&r->all, r->all.least, n);
}

static inline void rt_cost_add(struct rt_blocks *to, uint64_t cost)
{
    if (cost < to->least)
        to->least = cost;
    if (cost > to->most)
        to->most = cost;
    rt_costs_add(to, cost, 1);
}

/* Costs with callees and without are told apart from now on. */
static inline void rt_row_split(struct rt_size_row *r)
{
    rt_row_fold(r);
    if (!r->split)
        r->own = r->all;
    r->split = 1;
}

/* Adds an activation, whose own cost is with RT_LEAF or without; false: there is no row for its size yet. */
static inline bool rt_profile_try(struct rt_profile *p, uint64_t size, uint64_t cost, uint64_t own)
{
    struct rt_size_row *r = rt_profile_row(p, size);
    if (!r)
        return false;
    rt_row_fold(r);
    if (own != (cost | RT_LEAF))
        rt_row_split(r);
    rt_cost_add(&r->all, cost);
    if (r->split)
        rt_cost_add(&r->own, own & ~RT_LEAF);
    if (p->classes && size >= RT_EXACT)
        r->sizes += size;
    if (r->all.most >> 31)
        r->size |= RT_SLOW;
    r->count++;
    return true;
}

#endif
