/* SPDX-License-Identifier: MIT
 *
 * A routine's activations by size: a table with open addressing.  Of more than MOST sizes there are classes, of
 * which each is narrower than 1 % of its sizes; the sum of the sizes says where in them they lie. */
#include "arch/general_only.h"
#include "inhouse/rows.h"
#include "base/memory.h"
#include "core/state.h"

#define MOST 4096u
#define FIRST 8u
#define LINE 64u
#define POOL ((size_t)256 << 10)

struct rt_chunk {
    struct rt_chunk *next;
    size_t bytes;
    uint8_t reserved[LINE - 16];        /* rows begin where lines of the cache do */
};

static uint8_t *new_chunk(struct rt_inhouse *t, size_t bytes)
{
    struct rt_chunk *c = rt_map(bytes);
    if (!c)
        return NULL;
    *c = (struct rt_chunk){ .next = t->chunks, .bytes = bytes };
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
    to->sizes += from->sizes ? from->sizes : from->count * rt_row_size(from);
}

static struct rt_size_row row_of(uint64_t size, uint64_t split)
{
    return (struct rt_size_row){ .size = size, .all.least = UINT64_MAX, .own.least = UINT64_MAX, .split = split };
}

struct rt_size_row rt_no_row;

static bool grow(struct rt_inhouse *t, struct rt_profile *p)
{
    bool classes = p->classes || p->used >= MOST;
    struct rt_size_row *before = rt_profile_rows(p);
    uint32_t rooms = before ? (p->mask + 1) * 4 : FIRST, used = 0;
    struct rt_size_row *rows = get(t, rooms * sizeof *rows);
    if (!rows)
        return false;
    for (uint32_t i = 0; before && i <= p->mask; i++) {
        struct rt_size_row *r = &before[i];
        if (!r->size)
            continue;
        rt_row_fold(r);
        uint64_t key = classes ? rt_class_of(rt_row_size(r)) : rt_row_size(r);
        struct rt_size_row *to = rt_row_find(rows, rooms - 1, key);
        used += !to->size;
        if (!to->size)
            *to = row_of(key + 1, 0);
        if (!(key & RT_CLASS)) {
            *to = *r;
            continue;
        }
        rt_row_split(r);
        rt_row_split(to);
        if (r->count)
            join(to, r);
    }
    p->rows = (uintptr_t)rows - (uintptr_t)&rt_no_row;      /* which are more than the mask says */
    RT_BARRIER();
    p->mask = rooms - 1;
    p->used = used;
    p->classes = classes;
    return true;
}

/* Makes a row for the size.  false: no memory. */
static bool make_row(struct rt_inhouse *t, struct rt_profile *p, uint64_t size)
{
    if ((!p->rows || p->used > p->mask / 2) && !grow(t, p))
        return false;
    if (!p->classes && p->used >= MOST && !grow(t, p))
        return false;
    uint64_t key = p->classes ? rt_class_of(size) : size;
    struct rt_size_row *r = rt_row_find(rt_profile_rows(p), p->mask, key);
    if (!r->size) {
        *r = row_of(key + 1, 0);
        p->used++;
    }
    return true;
}

void rt_profile_add(struct rt_inhouse *t, struct rt_profile *p, uint64_t size, uint64_t cost, uint64_t own)
{
    if (!rt_profile_try(p, size, cost, own) && !(make_row(t, p, size) && rt_profile_try(p, size, cost, own)))
        t->lost++;
}

void rt_profile_empty(struct rt_profile *p)
{
    struct rt_size_row *rows = rt_profile_rows(p);
    for (uint32_t i = 0; rows && i <= p->mask; i++)
        rows[i] = row_of(rows[i].size & ~RT_SLOW, rows[i].split);
}

static void clear(struct rt_profile *p)
{
    rt_profile_empty(p);
    p->by_threads = p->by_kernel = 0;
}

void rt_profiles_clear(struct rt_inhouse *t)
{
    for (uint32_t number = 1; number <= rt_routines(); number++) {
        clear(&t->profile[number]);
        if (t->shared_profile) {
            clear(&t->plain_profile[number]);
            clear(&t->shared_profile[number]);
        }
    }
    rt_inhouse_count_anew(t);
    t->lost = 0;
}
