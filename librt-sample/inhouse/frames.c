/* SPDX-License-Identifier: MIT
 * Pending activations: what they read, and their ends.  Entry points call these with the program's vector registers
 * in place. */
#include "arch/general_only.h"
#include "inhouse/rows.h"
#include "inhouse/by_context.h"
#include "core/state.h"

#define NEAR 12u                /* frames that are looked at one by one */

static struct algoprof_frame nothing[16];
static struct rt_inhouse nobody = { .top = &nothing[8], .holder = &nothing[8] };
__thread struct rt_inhouse *rt_inhouse, *rt_inhouse_quick = &nobody;
static uint32_t nobodys[4 * ALGOPROF_STAMPS_AROUND + 16], no_directory[16];
static struct algoprof_shared nobodys_shared = { .directory = no_directory };
struct algoprof_frame rt_nobody[2] = { { .stamps = nobodys + 2 * ALGOPROF_STAMPS_AROUND, .shared = &nobodys_shared } };

void rt_inhouse_set(struct rt_inhouse *t)
{
    rt_inhouse = t;
    rt_inhouse_quick = t ? t : &nobody;
}

struct algoprof_frame *rt_frame_holder(struct algoprof_frame *f, const struct algoprof_frame *bottom, uint32_t stamp)
{
    for (unsigned i = 0; i < NEAR; i++) {
        if (f->stamp <= stamp || f == bottom)
            return f;
        f--;
    }
    f++;                        /* its stamp is larger */
    size_t step = NEAR;
    while ((size_t)(f - bottom) > step && f[-(ptrdiff_t)step].stamp > stamp) {
        f -= step;
        step *= 2;
    }
    struct algoprof_frame *low = f - ((size_t)(f - bottom) > step ? (ptrdiff_t)step : f - bottom);
    while (f - low > 1) {
        struct algoprof_frame *mid = low + (f - low) / 2;
        if (mid->stamp > stamp)
            f = mid;
        else
            low = mid;
    }
    return low;
}

struct algoprof_frame *rt_frame_below(struct rt_inhouse *t, struct algoprof_frame *f, uint32_t stamp)
{
    struct algoprof_frame *h = t->holder;
    if (h < f && h->stamp <= stamp && h[1].stamp > stamp)
        return h;
    return t->holder = rt_frame_holder(f - 1, t->bottom, stamp);
}

/* Of n cells side by side those that have the first one's stamp get `own'.  Result: how many. */
static inline uint64_t take_run(uint32_t *at, uint64_t n, uint32_t own)
{
    uint32_t stamp = *at;
    uint64_t run = 0;
    do
        at[run++] = own;
    while (run < n && at[run] == stamp);
    return run;
}

/* Neighbours mostly were accessed by one activation last, so they are looked at together. */
static __attribute__((noinline)) void read_cells(struct rt_inhouse *t, struct algoprof_frame *f, uint64_t cell, uint64_t n)
{
    uint64_t end = cell + n, mask = f->mask, run;
    uint32_t own = f->stamp, alone = t->bit ? RT_ALONE : 0;
    bool beside = rt_are_beside(mask, cell, end - 1);
    for (; cell < end; cell += run) {
        uint32_t *at = &f->stamps[cell & mask], stamp = *at;
        run = 1;
        if (stamp >= own)
            continue;
        if (stamp < alone) {
            rt_shared_read(t, f, cell);
            continue;
        }
        run = take_run(at, beside ? end - cell : 1, own);
        rt_frame_read_run(t, f, stamp, (int64_t)run);
    }
}

/* Of size > 0 bytes. */
static uint64_t count_cells(uint64_t address, uint64_t size)
{
    return rt_cell_of(address + size - 1) - rt_cell_of(address) + 1;
}

static __attribute__((noinline)) void read_far(struct algoprof_frame *f, uint64_t cell, uint64_t last)
{
    struct rt_inhouse *t = rt_inhouse;
    if (rt_frame_is_own(t, f))
        read_cells(t, f, cell, last - cell + 1);
}

void rt_frame_read(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    if (!size)
        return;
    uint64_t cell = rt_cell_of(address), last = rt_cell_of(address + size - 1);
    if (!rt_frame_read_near(f, &cell, last))
        read_far(f, cell, last);
}

void rt_frame_first(uint64_t cell, uint64_t n)
{
    struct rt_inhouse *t = rt_inhouse;
    if (t && t->top > t->bottom)
        read_cells(t, t->top, cell, n);
}

void rt_frame_first_at(const uint32_t *stamp)
{
    const struct rt_inhouse *t = rt_inhouse;
    if (t)
        rt_frame_first((uint64_t)(stamp - t->stamps), 1);
}

void rt_frame_take(uint64_t cell, uint64_t n)
{
    struct rt_inhouse *t = rt_inhouse;
    if (t && t->bit && t->top > t->bottom)
        rt_shared_write_cells(t, t->top, cell, cell + n - 1);
}

void rt_frame_taken(uint32_t stamp, struct algoprof_frame *f)
{
    struct rt_inhouse *t = rt_inhouse;
    if (t)
        (f->holder = rt_frame_below(t, f, stamp))->size--;
}

/* With trms; or stamps do not lie side by side. */
static __attribute__((noinline)) void write_apart(struct algoprof_frame *f, uint64_t cell, uint64_t last)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!rt_frame_is_own(t, f))
        return;
    if (t->bit)
        rt_shared_write_cells(t, f, cell, last);
    else
        for (; cell <= last; cell++)
            f->stamps[cell & f->mask] = f->stamp;
}

/* Two at a time, and the last one. */
static inline void set_stamps(uint32_t *at, uint32_t *last, uint32_t stamp)
{
    uint64_t two = (uint64_t)stamp << 32 | stamp;
    for (; at < last; at += 2)
        __builtin_memcpy(at, &two, sizeof two);
    *last = stamp;
}

void rt_frame_write(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    if (__builtin_expect(!size, 0))
        return;
    uint64_t cell = rt_cell_of(address), last = rt_cell_of(address + size - 1), mask = f->mask;
    if (__builtin_expect(rt_inhouse_trms || !rt_are_beside(mask, cell, last), 0))
        write_apart(f, cell, last);
    else
        set_stamps(&f->stamps[cell & mask], &f->stamps[last & mask], f->stamp);
}

static void fill(struct rt_inhouse *t, uint32_t stamp, uint64_t address, uint64_t size)
{
    uint64_t cell = rt_cell_of(address), end = cell + count_cells(address, size);
    for (; cell < end; cell++)
        rt_shared_filled(t, stamp, cell);
}

void rt_frame_filled(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!size || !rt_frame_is_own(t, f))
        return;
    if (t->bit)
        fill(t, f->stamp, address, size);
    else
        rt_frame_write(f, address, size);
}

void rt_frame_mapped(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    struct rt_inhouse *t = rt_inhouse;
    if (size && rt_frame_is_own(t, f) && t->bit)
        fill(t, 0, address, size);
}

/* What was at `from' is at `to' now, and was not read. */
void rt_frame_moved(struct algoprof_frame *f, uint64_t from, uint64_t to, uint64_t size)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!size || from == to || !rt_frame_is_own(t, f))
        return;
    uint64_t cells = count_cells(from, size), source = rt_cell_of(from), target = rt_cell_of(to);
    uint64_t mask = f->mask;
    for (uint64_t i = 0; i < cells; i++)
        if (t->bit)
            rt_shared_moved(t, source + i, target + i);
        else
            f->stamps[(target + i) & mask] = f->stamps[(source + i) & mask];
}

/* ---- ends */

/* NULL: it has read nothing first that others wrote. */
static struct rt_induced *induced_of(const struct rt_inhouse *t, const struct algoprof_frame *f)
{
    if (f >= t->induced_end)
        return NULL;
    struct rt_induced *i = &t->induced[f - t->bottom];
    return i->excess || i->by_threads || i->by_kernel ? i : NULL;
}

static int64_t shared_size(const struct algoprof_frame *f, const struct rt_induced *i)
{
    return rt_frame_size(f) + i->excess;
}

/* What it has is its caller's. */
static void pop_induced(struct rt_inhouse *t, struct algoprof_frame *f, struct rt_induced *own)
{
    own[-1].excess += own->excess;
    own[-1].by_threads += own->by_threads;
    own[-1].by_kernel += own->by_kernel;
    *own = (struct rt_induced){ 0 };
    RT_BARRIER();
    t->induced_end = f;
}

static void add_shared(struct rt_inhouse *t, struct algoprof_frame *f, const struct rt_induced *own, uint64_t all,
                       uint64_t cost)
{
    struct rt_profile *p = &t->shared_profile[rt_frame_routine(t, f)];
    rt_profile_add(t, p, shared_size(f, own), all, cost);
    p->by_threads += own->by_threads;
    p->by_kernel += own->by_kernel;
}

static struct rt_profile *profile_of(const struct rt_inhouse *t, const struct algoprof_frame *f, const struct rt_induced *own)
{
    return &(own ? t->plain_profile : t->profile)[rt_frame_routine(t, f)];
}

/* After its size and cost are in its profile. */
static void pop(struct rt_inhouse *t, struct algoprof_frame *f, struct rt_induced *induced, uint64_t all, uint64_t cost)
{
    if (induced) {
        add_shared(t, f, induced, all, cost);
        pop_induced(t, f, induced);
    }
    if (t->by_context)
        rt_by_context_add(t, f, rt_positive(rt_frame_size(f)), all);
    f[-1].size += f->size;
    f[-1].below += all;
    RT_BARRIER();
    t->top = f - 1;
}

/* The top one ends; false: one of its sizes has no row yet, and nothing has changed. */
static inline bool pop_known(struct rt_inhouse *t, struct algoprof_frame *f, uint64_t cost)
{
    uint64_t all = f->below + (cost & ~RT_LEAF);
    struct rt_induced *induced = induced_of(t, f);
    if (induced && !rt_profile_has(&t->shared_profile[rt_frame_routine(t, f)], rt_positive(shared_size(f, induced)), all))
        return false;
    if (!rt_profile_end(profile_of(t, f, induced), rt_frame_size(f), all, cost))
        return false;
    pop(t, f, induced, all, cost);
    return true;
}

/* Without vector registers no memory is asked for. */
enum rt_left rt_frame_left(struct algoprof_frame *f, uint64_t cost)
{
    struct rt_inhouse *t = rt_inhouse;
    if (__builtin_expect(!t || f != t->top || t->spent, 0) || !pop_known(t, f, cost))
        return RT_LEFT_NOT;
    while (__builtin_expect((--f)->tails, 0))
        if (!pop_known(t, f, f->cost))
            return RT_LEFT_TAILS;
    return RT_LEFT;
}

/* Each step leaves a stack that a signal's handler may use. */
void rt_frame_pop(struct rt_inhouse *t, uint64_t cost)
{
    struct algoprof_frame *f = t->top;
    if (t->spent)
        cost = rt_time_of_top(t);
    uint64_t all = f->below + (cost & ~RT_LEAF);
    struct rt_induced *induced = induced_of(t, f);
    rt_profile_add(t, profile_of(t, f, induced), rt_frame_size(f), all, cost);
    pop(t, f, induced, all, cost);
}

void rt_frame_end(struct rt_inhouse *t, uint64_t cost)
{
    rt_frame_pop(t, cost);
    rt_frame_end_tails(t);
}

void rt_frame_end_tails(struct rt_inhouse *t)
{
    while (t->top > t->bottom && t->top->tails)
        rt_frame_pop(t, t->top->cost);
}

/* Some may be of functions that call nothing. */
void rt_frames_end(struct rt_inhouse *t, struct algoprof_frame *above)
{
    while (t->top > above && t->top > t->bottom)
        rt_frame_pop(t, t->top->cost | RT_LEAF);
}
