/* SPDX-License-Identifier: MIT
 *
 * Internal to in-house mode: an activation goes into its routine's profile.  Functions here change no vector register,
 * and ask for no memory. */
#ifndef RT_ROWS_H
#define RT_ROWS_H

#include "inhouse/inhouse.h"

/* size in a row is larger by 1: 0 is a free one. */

/* The lowest size of its class. */
static inline uint64_t rt_class_of(uint64_t size)
{
    if (size < 256)
        return size;
    unsigned shift = 64u - 8u - (unsigned)__builtin_clzll(size);        /* 8 bits stay */
    return size >> shift << shift;
}

static inline struct rt_size_row *rt_row_find(struct rt_size_row *rows, uint32_t rooms, uint64_t key)
{
    uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & (rooms - 1);
    while (rows[i].size && rows[i].size != key + 1)
        i = (i + 1) & (rooms - 1);
    return &rows[i];
}

/* n activations of one cost. */
static inline void rt_costs_add(struct rt_blocks *to, uint64_t cost, uint64_t n)
{
    if (cost < to->least)
        to->least = cost;
    if (cost > to->most)
        to->most = cost;
    unsigned __int128 square = (unsigned __int128)cost * cost;
    if (n > 1)
        square *= n;
    square += to->square_low;
    to->square_low = (uint64_t)square;
    to->square_high += (uint64_t)(square >> 64);
    to->sum += cost * n;
}

/* Which of the last ones an activation may be like. */
static inline uint32_t rt_last_place(uint64_t size, uint64_t cost)
{
    return ((uint32_t)(size + cost) * RT_LASTS_FACTOR) >> RT_LASTS_SHIFT;
}

/* `again' activations like it. */
static inline void rt_row_add(const struct rt_profile *p, struct rt_size_row *r, const struct rt_last *l)
{
    rt_costs_add(&r->all, l->cost, l->again);
    rt_costs_add(&r->own, l->own, l->again);
    if (p->classes)
        r->sizes += l->size * l->again;
    r->count += l->again;
}

static inline void rt_last_settle(struct rt_profile *p, uint32_t place)
{
    struct rt_last *l = &p->last[place];
    if (l->again)
        rt_row_add(p, p->row_of[place], l);
    l->again = p->seen[place] = 0;
}

/* Does its size have a row? */
static inline bool rt_profile_knows(const struct rt_profile *p, uint64_t size, uint64_t cost)
{
    const struct rt_last *l = &p->last[rt_last_place(size, cost)];
    if (l->own && l->size == size)
        return true;
    return p->rooms && rt_row_find(p->row, p->rooms, p->classes ? rt_class_of(size) : size)->size;
}

/* Adds an activation; false: there is no row for its size yet. */
static inline bool rt_profile_try(struct rt_profile *p, uint64_t size, uint64_t cost, uint64_t own)
{
    uint32_t place = rt_last_place(size, cost);
    struct rt_last *l = &p->last[place];
    bool same = l->own && l->size == size;
    if (same && l->cost == cost && l->own == own) {
        l->again++;
        return true;
    }
    struct rt_size_row *r = p->row_of[place];
    if (!same) {
        if (!p->rooms)
            return false;
        r = rt_row_find(p->row, p->rooms, p->classes ? rt_class_of(size) : size);
        if (!r->size)
            return false;
    }
    rt_row_add(p, r, &(struct rt_last){ size, cost, own, 1 });
    if (l->again != p->seen[place]) {   /* it was met since another one came here: it stays */
        p->seen[place] = l->again;
        return true;
    }
    rt_last_settle(p, place);
    *l = (struct rt_last){ size, cost, own, 0 };
    p->row_of[place] = r;
    return true;
}

#endif
