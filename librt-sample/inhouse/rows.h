/* SPDX-License-Identifier: MIT
 *
 * Internal to in-house mode: an activation goes into its routine's profile.  Functions here change no vector register,
 * and ask for no memory. */
#ifndef RT_INHOUSE_ROWS_H
#define RT_INHOUSE_ROWS_H

#include "core/state.h"
#include "inhouse/inhouse.h"

/* The lowest size of its class, with RT_CLASS if there is one. */
static inline uint64_t rt_class_of(uint64_t size)
{
    if (size < RT_EXACT)
        return size;
    unsigned shift = 64u - 8u - (unsigned)__builtin_clzll(size);        /* 8 bits stay */
    return (size >> shift << shift) | RT_CLASS;
}

static inline uint64_t rt_wide_size(const struct rt_wide_row *r)
{
    return (r->size & ~RT_CLASS) - 1;
}

/* Has such an activation no place in a short row? */
static inline bool rt_is_wide(const struct rt_profile *p, uint64_t size, uint64_t cost)
{
    return cost >= RT_LONG || size >= RT_LARGE_SIZE || (p->classes && size >= RT_EXACT);
}

static inline uint64_t rt_wide_key(const struct rt_profile *p, uint64_t size)
{
    return p->classes ? rt_class_of(size) : size;
}

/* Where the search for a size begins; a mask has 32 bits at most. */
static inline uint32_t rt_row_place(uint64_t key, uint32_t mask)
{
    return (uint32_t)(key < RT_EXACT ? key : key * 0x9e3779b97f4a7c15u >> 32) & mask;
}

/* The place of the size's row, or for it. */
static inline struct rt_size_row **rt_row_find(struct rt_size_row **rows, uint32_t mask, uint64_t size)
{
    uint32_t i = rt_row_place(size, mask);
    while (rows[i]->size && rows[i]->size != size + 1)
        i = (i + 1) & mask;
    return &rows[i];
}

static inline struct rt_wide_row *rt_wide_find(struct rt_wide_row *rows, uint32_t mask, uint64_t key)
{
    uint32_t i = rt_row_place(key, mask);
    while (rows[i].size && rows[i].size != key + 1)
        i = (i + 1) & mask;
    return &rows[i];
}

/* The row for such an activation, or one that is none; NULL: there are no places.  A handler may put them to more places: the mask is read before. */
static inline struct rt_size_row *rt_profile_row(const struct rt_profile *p, uint64_t size)
{
    uint32_t mask = p->mask;
    RT_BARRIER();
    struct rt_size_row **rows = p->rows;
    return rows ? *rt_row_find(rows, mask, size) : NULL;
}

/* The same, or a free one. */
static inline struct rt_wide_row *rt_profile_wide_row(const struct rt_profile *p, uint64_t size)
{
    uint32_t mask = p->wide_mask;
    RT_BARRIER();
    struct rt_wide_row *rows = p->wide;
    return rows ? rt_wide_find(rows, mask, rt_wide_key(p, size)) : NULL;
}

/* Is there a row for it already? */
static inline bool rt_profile_has(const struct rt_profile *p, uint64_t size, uint64_t cost)
{
    if (rt_is_wide(p, size, cost)) {
        const struct rt_wide_row *wide = rt_profile_wide_row(p, size);
        return wide && wide->size;
    }
    const struct rt_size_row *r = rt_profile_row(p, size);
    return r && r->size;
}

/* n > 0 activations of the same cost. */
static inline void rt_short_add(struct rt_short_blocks *to, uint16_t *high, uint64_t cost, uint64_t n)
{
    unsigned __int128 square = (unsigned __int128)(cost * cost) * n + to->square;
    if (cost < to->least)
        to->least = (uint32_t)cost;
    if (cost > to->most)
        to->most = (uint32_t)cost;
    to->sum += cost * n;
    to->square = (uint64_t)square;
    *high = (uint16_t)(*high + (uint64_t)(square >> 64));
}

/* Costs with callees and without are told apart from now on. */
static inline void rt_row_split(struct rt_size_row *r)
{
    if (r->split)
        return;
    r->own = r->all;
    r->own_high = r->all_high;
    r->split = 1;
}

static inline void rt_row_add(struct rt_size_row *r, uint64_t cost, uint64_t own, uint32_t n)
{
    if (own != (cost | RT_LEAF))
        rt_row_split(r);
    rt_short_add(&r->all, &r->all_high, cost, n);
    if (r->split)
        rt_short_add(&r->own, &r->own_high, own & ~RT_LEAF, n);
    r->count += n;
}

static inline void rt_blocks_add(struct rt_blocks *to, uint64_t cost, uint32_t n)
{
    unsigned __int128 square = (unsigned __int128)cost * cost * n + to->square_low;
    if (cost < to->least)
        to->least = cost;
    if (cost > to->most)
        to->most = cost;
    to->sum += cost * n;
    to->square_low = (uint64_t)square;
    to->square_high += (uint64_t)(square >> 64);
}

static inline void rt_wide_add(struct rt_wide_row *r, uint64_t size, uint64_t cost, uint64_t own, uint32_t n)
{
    rt_blocks_add(&r->all, cost, n);
    rt_blocks_add(&r->own, own & ~RT_LEAF, n);
    if (r->size & RT_CLASS)
        r->sizes += size * n;
    r->count += n;
}

/* Adds n > 0 activations, whose own cost is with RT_LEAF or without; false: there is no row for them yet. */
static inline bool rt_profile_try(struct rt_profile *p, uint64_t size, uint64_t cost, uint64_t own, uint32_t n)
{
    if (rt_is_wide(p, size, cost)) {
        struct rt_wide_row *wide = rt_profile_wide_row(p, size);
        if (!wide || !wide->size)
            return false;
        rt_wide_add(wide, size, cost, own, n);
        return true;
    }
    struct rt_size_row *r = rt_profile_row(p, size);
    if (!r || !r->size)
        return false;
    rt_row_add(r, cost, own, n);
    return true;
}

static inline uint64_t rt_positive(int64_t size)
{
    return size > 0 ? (uint64_t)size : 0;
}

/* What `u' has counted goes to its row, which there is since the first one.  Result: how many. */
static inline uint32_t rt_usual_fold(struct rt_profile *p, struct rt_usual *u)
{
    uint32_t n = u->times;
    const struct rt_kind *k = &u->kind;
    u->times -= n;
    if (n)
        rt_profile_try(p, rt_positive(k->size - 1), k->all, k->own == k->all ? k->own | RT_LEAF : k->own, n);
    return n;
}

#define RT_MOST_MISSES 255u     /* 2^n - 1 */

/* Many ends were of other kinds than the two usual ones, this one at last, which has a row.  It takes the place of the more seldom
 * one where that was met by less than a quarter as many.  This happens more and more seldom. */
static inline void rt_usual_missed(struct rt_profile *p, const struct rt_kind *now)
{
    struct rt_usual *u = p->usual;
    uint32_t misses = u[1].misses, first = rt_usual_fold(p, &u[0]), second = rt_usual_fold(p, &u[1]);
    if (first < second) {
        struct rt_kind swap = u[0].kind;
        u[0].kind = u[1].kind;
        u[1].kind = swap;
    }
    if ((first < second ? first : second) <= misses / 4)
        u[1].kind = *now;
    u[0].misses = u[1].misses = misses < RT_MOST_MISSES ? misses * 2 + 1 : misses;
}

/* An activation ends, whose size is as rt_frame_size has it, and whose own cost is with RT_LEAF or without; false: there is no row
 * for it yet.  Who ends with RT_LEAF is of a usual kind only with one cost: for assembly the other one is that, too. */
static inline bool rt_profile_end(struct rt_profile *p, int64_t size, uint64_t all, uint64_t own)
{
    if (!rt_profile_try(p, rt_positive(size), all, own, 1))
        return false;
    if ((int32_t)p->usual[0].misses <= 0 && (!(own & RT_LEAF) || own == (all | RT_LEAF)))
        rt_usual_missed(p, &(struct rt_kind){ size + 1, all, own & ~RT_LEAF });
    return true;
}

#endif
