/* SPDX-License-Identifier: MIT
 *
 * Input from other threads and the kernel (trms: Coppa, Demetrescu, Finocchi 2013), by what caches do: a directory
 * says of each cell which threads have it, that is, have a stamp for it with RT_ALONE; who writes takes the cell from
 * the others.  A thread that reads a cell which it has not has a first read for all of its pending activations.
 * Threads change stamps next to their accesses, so what orders a program's accesses orders these.
 *
 * A stamp without that bit is still the one of the size without threads. */
#include "arch/general_only.h"
#include "inhouse/inhouse.h"
#include "core/state.h"

#define SLOTS 29u               /* threads with a bit of their own; the next bit is of all the others */
#define OTHERS (1u << SLOTS)
#define WRITTEN (1u << 30)      /* last by one of the threads */
#define FILLED (1u << 31)       /* last by the kernel; known to arch/.../entry, as `mine' is */
#define NEVER 0u                /* no cell has it in the directory: who has no bit of its own asks each time */

static uint32_t *directory;
static struct rt_inhouse *_Atomic slot[SLOTS];
static struct rt_inhouse *_Atomic others;       /* all that ever had the others' bit */

bool rt_shared_on(void)
{
    return directory != NULL;
}

bool rt_shared_begin(uint64_t mask)
{
    if (!directory)
        directory = rt_space_get(mask, sizeof *directory);
    return directory != NULL;
}

void rt_shared_take_slot(struct rt_inhouse *t)
{
    unsigned i = 0;
    t->shared.directory = directory;
    if (t->bit == OTHERS)
        return;                 /* it is used again, and among them */
    while (i < SLOTS && slot[i])
        i++;
    t->bit = 1u << i;
    t->shared.mine = i < SLOTS ? t->bit | WRITTEN : NEVER;
    if (i < SLOTS) {
        slot[i] = t;
    } else {
        t->shared.next = others;
        others = t;
    }
}

void rt_shared_leave_slot(struct rt_inhouse *t)
{
    if (t->bit == OTHERS)
        return;
    slot[__builtin_ctz(t->bit)] = NULL;
    t->bit = 0;
}

/* In a child. */
void rt_shared_forked(struct rt_inhouse *t)
{
    for (unsigned i = 0; i < SLOTS; i++)
        if (slot[i] != t)
            slot[i] = NULL;
    others = t && t->bit == OTHERS ? t : NULL;
    if (others)
        others->shared.next = NULL;
}

static uint32_t *stamp_of(const struct rt_inhouse *t, uint64_t cell)
{
    return &t->stamps[cell & t->mask];
}

static void take_from(const struct rt_inhouse *t, uint64_t cell, uint32_t who, const struct rt_inhouse *but)
{
    if (t && t != but && (t->bit & who) && t->stamps)
        __atomic_fetch_and(stamp_of(t, cell), ~RT_ALONE, __ATOMIC_RELAXED);
}

/* All who have it, but one, have it no more. */
static void take(uint64_t cell, uint32_t had, const struct rt_inhouse *but)
{
    for (uint32_t m = had & (OTHERS - 1); m; m &= m - 1)
        take_from(slot[__builtin_ctz(m)], cell, had, but);
    if (had & OTHERS)
        for (const struct rt_inhouse *t = others; t; t = t->shared.next)
            take_from(t, cell, had, but);
}

static uint32_t *place_of(const struct rt_inhouse *t, uint64_t cell)
{
    return &directory[cell & t->mask];
}

/* The frame's, which has something from now on. */
static struct rt_induced *make_induced(struct rt_inhouse *t, struct algoprof_frame *f)
{
    if (f >= t->induced_end)
        t->induced_end = f + 1;
    RT_BARRIER();
    return &t->induced[f - t->bottom];
}

/* Of a cell that nobody else has written since its last access. */
static void read_alike(struct rt_inhouse *t, struct algoprof_frame *f, uint32_t stamp)
{
    f->size++;
    if (stamp)
        rt_frame_below(t, f, stamp)->size--;
}

/* Of one that was written: each pending activation reads it first; without threads those that had not accessed it. */
static void read_apart(struct rt_inhouse *t, struct algoprof_frame *f, uint32_t stamp)
{
    make_induced(t, f)->excess++;
    stamp |= RT_ALONE;
    if (stamp >= f->stamp)
        return;
    f->size++;
    make_induced(t, f)->excess--;
    struct algoprof_frame *below = rt_frame_below(t, f, stamp);
    below->size--;
    make_induced(t, below)->excess++;
}

void rt_shared_read(struct rt_inhouse *t, struct algoprof_frame *f, uint64_t cell)
{
    uint32_t *at = stamp_of(t, cell), stamp = *at, had = 0;
    if (stamp >= f->stamp)
        return;
    if (!stamp || stamp & RT_ALONE)
        read_alike(t, f, stamp);
    else
        read_apart(t, f, stamp);
    if (!(stamp & RT_ALONE))
        had = __atomic_fetch_or(place_of(t, cell), t->bit, __ATOMIC_ACQ_REL);
    *at = f->stamp;
    if (had & FILLED)
        make_induced(t, f)->by_kernel++;
    if (had & WRITTEN)
        make_induced(t, f)->by_threads++;
}

/* May another thread have it? */
static bool is_others(const struct rt_inhouse *t, uint32_t who)
{
    return who & (2 * OTHERS - 1) & ~(t->bit & (OTHERS - 1));
}

static __attribute__((noinline)) void write_each(struct rt_inhouse *t, uint32_t stamp, uint64_t cell, uint64_t last)
{
    uint32_t bit = t->bit, mine = t->shared.mine, had;
    for (; cell <= last; cell++) {
        uint32_t *d = place_of(t, cell);
        if (*d != mine && is_others(t, had = __atomic_exchange_n(d, bit | WRITTEN, __ATOMIC_ACQ_REL)))
            take(cell, had, t);
        *stamp_of(t, cell) = stamp;
    }
}

typedef uint64_t __attribute__((may_alias, aligned(4))) two_cells;
#define TWICE ((uint64_t)1 << 32 | 1)

/* Of a pair of neighbours; had: what they had in the directory. */
static __attribute__((noinline)) void take_two(const struct rt_inhouse *t, uint64_t cell, uint64_t had)
{
    for (unsigned i = 0; i < 2; i++, cell++, had >>= 32)
        if (is_others(t, (uint32_t)had))
            take(cell, (uint32_t)had, t);
}

/* Two at a time, where they are 8 bytes of the directory that begin at a multiple of 8. */
static __attribute__((noinline)) void write_pairs(struct rt_inhouse *t, uint32_t stamp, uint64_t from, uint64_t to)
{
    uint64_t own = stamp * TWICE, mine = t->shared.mine * TWICE, written = (t->bit | WRITTEN) * TWICE, had;
    uint32_t *who = directory, *stamps = t->stamps;
    if ((uintptr_t)&who[from] % sizeof own) {
        write_each(t, stamp, from, from);
        from++;
    }
    for (; from < to; from += 2) {
        two_cells *two = (two_cells *)&who[from];
        if (*two != mine && (had = __atomic_exchange_n(two, written, __ATOMIC_ACQ_REL)) != 0)
            take_two(t, from, had);
        *(two_cells *)&stamps[from] = own;
    }
    if (from == to)
        write_each(t, stamp, from, to);
}

#define FEW 3u                  /* cells and one: to look at them one by one is as fast */

/* As long as two are the thread's alone already nothing else is to be done. */
void rt_shared_write_cells(struct rt_inhouse *t, struct algoprof_frame *f, uint64_t cell, uint64_t last)
{
    uint32_t *who = directory, *stamps = t->stamps;
    uint64_t from = cell & t->mask, to = from + (last - cell), own = f->stamp * TWICE, mine = t->shared.mine * TWICE;
    bool beside = rt_are_beside(t->mask, cell, last);
    if (beside)
        for (; from < to && *(two_cells *)&who[from] == mine; from += 2)
            *(two_cells *)&stamps[from] = own;
    if (!beside)
        write_each(t, f->stamp, cell, last);
    else if (to - from < FEW)
        write_each(t, f->stamp, from, to);
    else if (from <= to)
        write_pairs(t, f->stamp, from, to);
}

void rt_shared_filled(struct rt_inhouse *t, uint32_t stamp, uint64_t cell)
{
    take(cell, __atomic_exchange_n(place_of(t, cell), FILLED, __ATOMIC_ACQ_REL), NULL);
    *stamp_of(t, cell) = stamp & ~RT_ALONE;
}

void rt_shared_lose(struct rt_inhouse *t, uint64_t cell, uint64_t n)
{
    for (; n; n--, cell++) {
        uint32_t had = __atomic_load_n(place_of(t, cell), __ATOMIC_RELAXED);
        if (is_others(t, had))
            take(cell, had, t);
    }
}

void rt_shared_forget(struct rt_inhouse *t, uint64_t cell, uint64_t n)
{
    for (; n; n--, cell++) {
        uint32_t *d = place_of(t, cell);
        if (*d)
            take(cell, __atomic_exchange_n(d, 0, __ATOMIC_ACQ_REL), NULL);
        *stamp_of(t, cell) = 0;
    }
}

/* As if the thread had written it when it last accessed the old place. */
void rt_shared_moved(struct rt_inhouse *t, uint64_t from, uint64_t to)
{
    uint32_t before = *stamp_of(t, from);
    uint32_t who = *place_of(t, from) & (WRITTEN | FILLED);
    take(to, __atomic_exchange_n(place_of(t, to), (before & RT_ALONE ? t->bit : 0) | who, __ATOMIC_ACQ_REL), NULL);
    *stamp_of(t, to) = before;
}
