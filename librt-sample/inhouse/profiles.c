/* SPDX-License-Identifier: MIT
 *
 * A routine's activations by size: two tables with open addressing, of short rows and of wide ones.  A size may have a row in
 * both.  Of more than RT_MOST_SIZES there are classes, of which each is narrower than 1 % of its sizes; the sum of the sizes
 * says where in them they lie. */
#include "arch/general_only.h"
#include "inhouse/rows.h"
#include "base/memory.h"
#include "core/state.h"

#define FIRST 2u
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
static void *get(struct rt_inhouse *t, struct rt_pool *from, size_t bytes)
{
    if (bytes >= POOL / 4)
        return new_chunk(t, bytes + sizeof(struct rt_chunk));
    if ((size_t)(from->end - from->at) < bytes) {
        uint8_t *more = new_chunk(t, POOL);
        if (!more)
            return NULL;
        *from = (struct rt_pool){ more, more + POOL - sizeof(struct rt_chunk) };
    }
    void *p = from->at;
    from->at += bytes;
    return p;
}

void rt_profiles_release(struct rt_inhouse *t)
{
    for (struct rt_chunk *c = t->chunks, *next; c; c = next) {
        next = c->next;
        rt_unmap(c, c->bytes);
    }
    t->chunks = NULL;
    t->lines = t->words = (struct rt_pool){ NULL, NULL };
}

struct rt_size_row rt_no_row;

static struct rt_size_row **get_places(struct rt_inhouse *t, uint32_t n)
{
    struct rt_size_row **places = get(t, &t->words, n * sizeof *places);
    for (uint32_t i = 0; places && i < n; i++)
        places[i] = &rt_no_row;
    return places;
}

static void join_blocks(struct rt_blocks *to, const struct rt_blocks *from)
{
    unsigned __int128 square = ((unsigned __int128)to->square_high << 64 | to->square_low)
                               + ((unsigned __int128)from->square_high << 64 | from->square_low);
    if (from->least < to->least)
        to->least = from->least;
    if (from->most > to->most)
        to->most = from->most;
    to->sum += from->sum;
    to->square_low = (uint64_t)square;
    to->square_high = (uint64_t)(square >> 64);
}

static void join_wide(struct rt_wide_row *to, const struct rt_wide_row *from)
{
    if (!from->count)
        return;
    join_blocks(&to->all, &from->all);
    join_blocks(&to->own, &from->own);
    to->count += from->count;
    if (to->size & RT_CLASS)
        to->sizes += from->size & RT_CLASS ? from->sizes : from->count * rt_wide_size(from);
}

static struct rt_blocks long_blocks(const struct rt_short_blocks *b, uint64_t high)
{
    return (struct rt_blocks){ b->least, b->most, b->sum, b->square, high };
}

static void join_short(struct rt_wide_row *to, const struct rt_size_row *from)
{
    struct rt_wide_row row = { .size = from->size, .count = from->count, .all = long_blocks(&from->all, from->all_high) };
    row.own = from->split ? long_blocks(&from->own, from->own_high) : row.all;
    join_wide(to, &row);
}

static struct rt_size_row row_of(uint32_t size, uint32_t split)
{
    return (struct rt_size_row){ .size = size, .all.least = UINT32_MAX, .own.least = UINT32_MAX, .split = split };
}

static struct rt_wide_row wide_row_of(uint64_t size)
{
    return (struct rt_wide_row){ .size = size, .all.least = UINT64_MAX, .own.least = UINT64_MAX };
}

/* Short rows of sizes below `end' get other places, as many as before or more.  Who writes the log may look at those before. */
static void move_rows(struct rt_profile *p, struct rt_size_row **rows, uint32_t rooms, uint64_t end)
{
    struct rt_size_row **before = p->rows;
    uint32_t used = 0;
    for (uint32_t i = 0; before && i <= p->mask; i++)
        if (before[i]->size && before[i]->size - 1 < end) {
            *rt_row_find(rows, rooms - 1, before[i]->size - 1) = before[i];
            used++;
        }
    p->rows = rows;             /* which are more than the mask says */
    RT_BARRIER();
    p->mask = rooms - 1;
    p->used = used;
}

/* The key's wide row, made if need be; there is room. */
static struct rt_wide_row *wide_row(struct rt_profile *p, uint64_t key)
{
    struct rt_wide_row *r = rt_wide_find(p->wide, p->wide_mask, key);
    if (!r->size) {
        *r = wide_row_of(key + 1);
        p->wide_used++;
    }
    return r;
}

/* The wide rows, likewise; by classes, if there are such. */
static void move_wide(struct rt_profile *p, struct rt_wide_row *rows, uint32_t rooms)
{
    struct rt_wide_row *before = p->wide;
    uint32_t mask = p->wide_mask;
    p->wide = rows;
    RT_BARRIER();
    p->wide_mask = rooms - 1;
    p->wide_used = 0;
    for (uint32_t i = 0; before && i <= mask; i++)
        if (before[i].size)
            join_wide(wide_row(p, rt_wide_key(p, rt_wide_size(&before[i]))), &before[i]);
}

static bool grow(struct rt_inhouse *t, struct rt_profile *p)
{
    uint32_t rooms = p->rows ? (p->mask + 1) * 2 : FIRST;
    struct rt_size_row **rows = get_places(t, rooms);
    if (rows)
        move_rows(p, rows, rooms, RT_LARGE_SIZE);
    return rows;
}

static bool grow_wide(struct rt_inhouse *t, struct rt_profile *p)
{
    uint32_t rooms = p->wide ? (p->wide_mask + 1) * 4 : FIRST;
    struct rt_wide_row *rows = get(t, &t->words, rooms * sizeof *rows);
    if (rows)
        move_wide(p, rows, rooms);
    return rows;
}

/* From now on sizes of RT_EXACT and more are told by classes, which are wide rows. */
static bool begin_classes(struct rt_inhouse *t, struct rt_profile *p)
{
    struct rt_size_row **before = p->rows;
    uint32_t rooms = before ? p->mask + 1 : FIRST;
    struct rt_size_row **rows = get_places(t, rooms);
    struct rt_wide_row *wide = rows ? get(t, &t->words, 4 * RT_MOST_SIZES * sizeof *wide) : NULL;
    if (!wide)
        return false;
    p->classes = true;
    move_wide(p, wide, 4 * RT_MOST_SIZES);
    for (uint32_t i = 0; before && i < rooms; i++)
        if (before[i]->size > RT_EXACT)
            join_short(wide_row(p, rt_wide_key(p, before[i]->size - 1)), before[i]);
    move_rows(p, rows, rooms, RT_EXACT);
    return true;
}

/* With one row more three quarters of the places would be taken, or fewer: there is always a free one. */
static bool has_room(uint32_t used, uint32_t mask)
{
    return ((uint64_t)used + 1) * 4 <= ((uint64_t)mask + 1) * 3;
}

static bool make_short_row(struct rt_inhouse *t, struct rt_profile *p, uint64_t size)
{
    struct rt_size_row **at = rt_row_find(p->rows, p->mask, size), *r = (*at)->size ? NULL : get(t, &t->lines, sizeof *r);
    if (!r)
        return (*at)->size;
    *r = row_of((uint32_t)size + 1, 0);
    RT_BARRIER();
    *at = r;
    p->used++;
    return true;
}

/* Makes a row for such an activation.  false: no memory. */
static bool make_row(struct rt_inhouse *t, struct rt_profile *p, uint64_t size, uint64_t cost)
{
    if (!p->classes && (p->used >= RT_MOST_SIZES || p->wide_used >= RT_MOST_SIZES) && !begin_classes(t, p))
        return false;
    if (rt_is_wide(p, size, cost)) {
        if ((!p->wide || !has_room(p->wide_used, p->wide_mask)) && !grow_wide(t, p))
            return false;
        wide_row(p, rt_wide_key(p, size));
        return true;
    }
    if ((!p->rows || !has_room(p->used, p->mask)) && !grow(t, p))
        return false;
    return make_short_row(t, p, size);
}

void rt_profile_add(struct rt_inhouse *t, struct rt_profile *p, int64_t size, uint64_t cost, uint64_t own)
{
    if (!rt_profile_end(p, size, cost, own)
        && !(make_row(t, p, rt_positive(size), cost) && rt_profile_end(p, size, cost, own)))
        t->lost++;
}

/* What is usual, and not in the row yet. */
static void join_usual(const struct rt_profile *p, struct rt_wide_row *row)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct rt_kind *k = &p->usual[i].kind;
        uint32_t times = p->usual[i].times;
        uint64_t size = rt_positive(k->size - 1);
        if (times && rt_wide_key(p, size) + 1 == row->size)
            rt_wide_add(row, size, k->all, k->own, times);
    }
}

/* All of a short row's size. */
static struct rt_wide_row whole_row(const struct rt_profile *p, const struct rt_size_row *r)
{
    struct rt_wide_row row = wide_row_of(r->size), *wide = rt_profile_wide_row(p, r->size - 1);
    join_short(&row, r);
    if (wide && wide->size)
        join_wide(&row, wide);
    join_usual(p, &row);
    return row;
}

uint32_t rt_profile_list(const struct rt_profile *p, const struct rt_wide_row **list, struct rt_wide_row *room, uint32_t most)
{
    uint32_t n = 0, mask = p->mask, wide_mask = p->wide_mask;
    RT_BARRIER();               /* its thread may put them to more places */
    struct rt_size_row *const *rows = p->rows;
    const struct rt_wide_row *wide = p->wide;
    for (uint32_t i = 0; rows && i <= mask && n < most; i++)
        if (rows[i]->size) {
            room[n] = whole_row(p, rows[i]);
            list[n] = &room[n];
            n += room[n].count > 0;
        }
    for (uint32_t i = 0; wide && i <= wide_mask && n < most; i++) {
        const struct rt_wide_row *w = &wide[i];
        const struct rt_size_row *r = w->size && !(w->size & RT_CLASS) ? rt_profile_row(p, w->size - 1) : NULL;
        if (!w->size || (r && r->size))
            continue;
        room[n] = *w;
        join_usual(p, &room[n]);
        list[n] = &room[n];
        n += room[n].count > 0;
    }
    return n;
}

void rt_profile_empty(struct rt_profile *p)
{
    uint32_t mask = p->mask, wide_mask = p->wide_mask;
    RT_BARRIER();
    struct rt_size_row **rows = p->rows;
    struct rt_wide_row *wide = p->wide;
    for (uint32_t i = 0; rows && i <= mask; i++)
        if (rows[i]->size)
            *rows[i] = row_of(rows[i]->size, rows[i]->split);
    for (uint32_t i = 0; wide && i <= wide_mask; i++)
        if (wide[i].size)
            wide[i] = wide_row_of(wide[i].size);
    p->usual[0].times = p->usual[1].times = 0;
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
