/* SPDX-License-Identifier: MIT
 *
 * A routine's activations by size: a table with open addressing.  Of more than MOST sizes there are classes, of
 * which each is narrower than 1 % of its sizes; the sum of the sizes says where in them they lie. */
#include "arch/general_only.h"
#include "inhouse/inhouse.h"
#include "base/memory.h"
#include "core/state.h"
#include <string.h>

#define MOST 4096u
#define FIRST 8u
#define POOL ((size_t)256 << 10)

struct rt_chunk {
    struct rt_chunk *next;
    size_t bytes;
};

static uint8_t *new_chunk(struct rt_inhouse *t, size_t bytes)
{
    struct rt_chunk *c = rt_map(bytes);
    if (!c)
        return NULL;
    *c = (struct rt_chunk){ t->chunks, bytes };
    t->chunks = c;
    return (uint8_t *)(c + 1);
}

/* Memory that stays until the thread ends: who writes the log may look at it.  Zeros. */
static void *get(struct rt_inhouse *t, size_t bytes)
{
    if (bytes >= POOL / 4)
        return new_chunk(t, bytes + sizeof(struct rt_chunk));
    if ((size_t)(t->pool_end - t->pool) < bytes) {
        uint8_t *more = new_chunk(t, POOL);
        if (!more)
            return NULL;
        t->pool = more;
        t->pool_end = more + POOL - sizeof(struct rt_chunk);
    }
    void *p = t->pool;
    t->pool += bytes;
    return p;
}

void rt_profiles_release(struct rt_inhouse *t)
{
    for (struct rt_chunk *c = t->chunks, *next; c; c = next) {
        next = c->next;
        rt_unmap(c, c->bytes);
    }
    t->chunks = NULL;
    t->pool = t->pool_end = NULL;
}

/* size in a row is larger by 1: 0 is a free one. */

/* The lowest size of its class. */
static uint64_t class_of(uint64_t size)
{
    if (size < 256)
        return size;
    unsigned shift = 64u - 8u - (unsigned)__builtin_clzll(size);        /* 8 bits stay */
    return size >> shift << shift;
}

static struct rt_size_row *find(struct rt_size_row *rows, uint32_t rooms, uint64_t key)
{
    uint32_t i = (uint32_t)(alog_line_hash(key) & (rooms - 1));
    while (rows[i].size && rows[i].size != key + 1)
        i = (i + 1) & (rooms - 1);
    return &rows[i];
}

static void join_costs(struct rt_blocks *to, const struct rt_blocks *from)
{
    if (from->least < to->least)
        to->least = from->least;
    if (from->most > to->most)
        to->most = from->most;
    to->sum += from->sum;
    unsigned __int128 square = ((unsigned __int128)to->square_high << 64 | to->square_low) +
                               ((unsigned __int128)from->square_high << 64 | from->square_low);
    to->square_low = (uint64_t)square;
    to->square_high = (uint64_t)(square >> 64);
}

static void join(struct rt_size_row *to, const struct rt_size_row *from)
{
    join_costs(&to->all, &from->all);
    join_costs(&to->own, &from->own);
    to->count += from->count;
    to->sizes += from->sizes ? from->sizes : from->count * (from->size - 1);
}

struct rt_size_row rt_row_of(uint64_t size)
{
    return (struct rt_size_row){ .size = size, .all.least = UINT64_MAX, .own.least = UINT64_MAX };
}

static bool grow(struct rt_inhouse *t, struct rt_profile *p)
{
    rt_profile_settle(p);
    p->same_cost = 0;
    bool classes = p->classes || p->used >= MOST;
    uint32_t rooms = p->rooms ? p->rooms * 4 : FIRST, used = 0;
    struct rt_size_row *rows = get(t, rooms * sizeof *rows);
    if (!rows)
        return false;
    for (uint32_t i = 0; i < p->rooms; i++) {
        const struct rt_size_row *r = &p->row[i];
        if (!r->size)
            continue;
        uint64_t key = classes ? class_of(r->size - 1) : r->size - 1;
        struct rt_size_row *to = find(rows, rooms, key);
        used += !to->size;
        if (!to->size)
            *to = rt_row_of(key + 1);
        if (r->count && classes)
            join(to, r);
        else if (r->count)
            *to = *r;
    }
    p->last = NULL;
    p->row = rows;
    RT_BARRIER();
    p->rooms = rooms;
    p->used = used;
    p->classes = classes;
    return true;
}

struct rt_size_row *rt_profile_row(struct rt_inhouse *t, struct rt_profile *p, uint64_t size)
{
    if (p->used >= p->rooms / 2 && !grow(t, p))
        return NULL;
    if (!p->classes && p->used >= MOST && !grow(t, p))
        return NULL;
    uint64_t key = p->classes ? class_of(size) : size;
    struct rt_size_row *r = find(p->row, p->rooms, key);
    if (!r->size) {
        *r = rt_row_of(key + 1);
        p->used++;
    }
    return r;
}

struct rt_size_row *rt_profile_known(struct rt_profile *p, uint64_t size)
{
    struct rt_size_row *r = p->last;
    if (__builtin_expect(r && p->same_cost && p->same_size == size, 1))
        return r;
    if (!p->rooms)
        return NULL;
    r = find(p->row, p->rooms, p->classes ? class_of(size) : size);
    return r->size ? r : NULL;
}

static void add_cost(struct rt_blocks *to, uint64_t cost, uint64_t n)
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

static void add_times(const struct rt_profile *p, struct rt_size_row *r, uint64_t size, uint64_t cost, uint64_t own,
                      uint64_t n)
{
    add_cost(&r->all, cost, n);
    add_cost(&r->own, own, n);
    if (p->classes)
        r->sizes += size * n;
    r->count += n;
}

void rt_profile_settle(struct rt_profile *p)
{
    uint64_t n = p->again;
    p->again = 0;
    if (n && p->last && p->same_cost)
        add_times(p, p->last, p->same_size, p->same_cost - 1, p->same_own, n);
}

void rt_row_add(struct rt_profile *p, struct rt_size_row *r, uint64_t size, uint64_t cost, uint64_t own)
{
    if (p->again)
        rt_profile_settle(p);
    add_times(p, r, size, cost, own, 1);
    p->last = r;
    p->same_size = size;
    p->same_cost = cost + 1;
    p->same_own = own;
}

void rt_profile_add(struct rt_inhouse *t, struct rt_profile *p, uint64_t size, uint64_t cost, uint64_t own)
{
    struct rt_size_row *r = rt_profile_known(p, size);
    if (!r)
        r = rt_profile_row(t, p, size);
    if (r)
        rt_row_add(p, r, size, cost, own);
    else
        t->lost++;
}

static void clear(struct rt_profile *p)
{
    p->again = p->same_cost = 0;
    for (uint32_t k = 0; k < p->rooms; k++)
        p->row[k] = rt_row_of(p->row[k].size);
    p->by_threads = p->by_kernel = 0;
}

void rt_profiles_clear(struct rt_inhouse *t)
{
    for (uint32_t number = 1; number <= rt_routines(); number++) {
        clear(&t->profile[number]);
        if (t->shared_profile)
            clear(&t->shared_profile[number]);
    }
    t->activations = t->lost = 0;
}
