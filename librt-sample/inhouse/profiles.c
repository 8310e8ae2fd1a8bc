/* SPDX-License-Identifier: MIT
 *
 * A routine's activations by size: a table with open addressing.  Of more than MOST sizes there are classes, of
 * which each is narrower than 1 % of its sizes; the sum of the sizes says where in them they lie. */
#include "inhouse/inhouse.h"
#include "base/memory.h"
#include "core/state.h"
#include <string.h>

#define MOST 4096u
#define FIRST 8u
#define POOL ((size_t)256 << 10)

/* Memory that stays until the process ends: other threads may look at it. */
static void *get(struct rt_inhouse *t, size_t bytes)
{
    if (bytes >= POOL / 4)
        return rt_map(bytes);
    if ((size_t)(t->pool_end - t->pool) < bytes) {
        uint8_t *more = rt_map(POOL);
        if (!more)
            return NULL;
        t->pool = more;
        t->pool_end = more + POOL;
    }
    void *p = t->pool;
    t->pool += bytes;
    return p;
}

struct rt_profile *rt_profile_of(struct rt_inhouse *t, uint32_t routine)
{
    uint32_t page = routine / RT_PROFILES;
    if (page >= RT_PROFILE_PAGES)
        return NULL;
    if (!t->page[page])
        t->page[page] = rt_map(RT_PROFILES * sizeof *t->page[page]);
    return t->page[page] ? &t->page[page][routine % RT_PROFILES] : NULL;
}

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

static void join(struct rt_size_row *to, const struct rt_size_row *from)
{
    if (!to->count || from->least < to->least)
        to->least = from->least;
    if (from->most > to->most)
        to->most = from->most;
    to->count += from->count;
    to->sum += from->sum;
    unsigned __int128 square = ((unsigned __int128)to->square_high << 64 | to->square_low) +
                               ((unsigned __int128)from->square_high << 64 | from->square_low);
    to->square_low = (uint64_t)square;
    to->square_high = (uint64_t)(square >> 64);
    to->sizes += from->sizes;
}

static bool grow(struct rt_inhouse *t, struct rt_profile *p)
{
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
        to->size = key + 1;
        if (r->count)
            join(to, r);
    }
    p->last = NULL;
    p->row = rows;
    RT_BARRIER();
    p->rooms = rooms;
    p->used = used;
    p->classes = classes;
    return true;
}

/* size in a row is larger by 1: 0 is a free one. */
static struct rt_size_row *row_of(struct rt_inhouse *t, struct rt_profile *p, uint64_t size)
{
    if (p->used >= p->rooms / 2 && !grow(t, p))
        return NULL;
    if (!p->classes && p->used >= MOST && !grow(t, p))
        return NULL;
    uint64_t key = p->classes ? class_of(size) : size;
    struct rt_size_row *r = find(p->row, p->rooms, key);
    if (!r->size) {
        r->size = key + 1;
        p->used++;
    }
    return r;
}

void rt_profile_add(struct rt_inhouse *t, const struct algoprof_routine *routine, uint64_t size, uint64_t cost)
{
    struct rt_profile *p = rt_profile_of(t, routine->number);
    struct rt_size_row *r = p ? p->last : NULL;
    t->activations++;
    if (!r || r->size != size + 1 || p->classes) {
        r = p ? row_of(t, p, size) : NULL;
        if (!r) {
            t->lost++;
            return;
        }
        p->last = r;
    }
    if (!r->count || cost < r->least)
        r->least = cost;
    if (cost > r->most)
        r->most = cost;
    unsigned __int128 square = (unsigned __int128)cost * cost + r->square_low;
    r->square_low = (uint64_t)square;
    r->square_high += (uint64_t)(square >> 64);
    r->sum += cost;
    r->sizes += size;
    r->count++;
}

void rt_profiles_clear(struct rt_inhouse *t)
{
    for (uint32_t i = 0; i < RT_PROFILE_PAGES; i++)
        for (uint32_t n = 0; t->page[i] && n < RT_PROFILES; n++) {
            struct rt_profile *p = &t->page[i][n];
            for (uint32_t k = 0; k < p->rooms; k++)
                p->row[k] = (struct rt_size_row){ .size = p->row[k].size };
        }
    t->activations = t->lost = 0;
}
