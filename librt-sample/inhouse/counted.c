/* SPDX-License-Identifier: MIT
 *
 * Accesses of a loop that are told before it runs (inhouse_abi.h, `counted').  This is called as any function of the C ABI
 * is, so vector registers may be used: cells are looked at by fours. */
#include "inhouse/inhouse.h"

#define FARTHEST ((int64_t)1 << 46)     /* bytes: no address space has more */

typedef uint32_t four __attribute__((vector_size(16)));
typedef uint32_t four_stamps __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint64_t two __attribute__((vector_size(16)));

static inline four repeat(uint32_t stamp)
{
    return (four){ stamp, stamp, stamp, stamp };
}

/* Has a comparison held nowhere? */
static inline bool is_none(two compared)
{
    return !(compared[0] | compared[1]);
}

/* How many of n stamps, from the first one on, are not below this one. */
static uint64_t count_known(const uint32_t *at, uint64_t n, uint32_t own)
{
    uint64_t i = 0;
    for (; i + 4 <= n && is_none((two)(*(const four_stamps *)&at[i] < repeat(own))); i += 4)
        ;
    while (i < n && at[i] >= own)
        i++;
    return i;
}

/* Of n cells those that have the first one's stamp get `own'.  Result: how many. */
static uint64_t take_run(uint32_t *at, uint64_t n, uint32_t own)
{
    uint32_t stamp = *at;
    uint64_t i = 0;
    for (; i + 4 <= n && is_none((two)(*(const four_stamps *)&at[i] != repeat(stamp))); i += 4)
        *(four_stamps *)&at[i] = repeat(own);
    for (; i < n && at[i] == stamp; i++)
        at[i] = own;
    return i;
}

static void read_beside(struct rt_inhouse *t, struct algoprof_frame *f, uint64_t cell, uint64_t n)
{
    uint32_t *at = &f->stamps[cell & f->mask], own = f->stamp, alone = t->bit ? RT_ALONE : 0;
    for (uint64_t i = 0; i < n;) {
        i += count_known(&at[i], n - i, own);
        if (i == n)
            break;
        uint32_t stamp = at[i];
        if (stamp < alone) {
            rt_shared_read(t, f, cell + i++);
            continue;
        }
        uint64_t run = take_run(&at[i], n - i, own);
        rt_frame_read_run(t, f, stamp, (int64_t)run);
        i += run;
    }
}

static void write_beside(struct algoprof_frame *f, uint64_t cell, uint64_t n)
{
    uint32_t *at = &f->stamps[cell & f->mask], own = f->stamp;
    uint64_t i = 0;
    for (; i + 4 <= n; i += 4)
        *(four_stamps *)&at[i] = repeat(own);
    for (; i < n; i++)
        at[i] = own;
}

/* ---- accesses */

struct extent {
    uint64_t address, bytes;
};

static uint32_t size_of(const struct algoprof_counted *c)
{
    return c->size >> 1;
}

static bool is_write(const struct algoprof_counted *c)
{
    return c->size & 1;
}

/* Where it goes in all iterations. */
static struct extent extent_of(const struct algoprof_counted *c, uint64_t times)
{
    int64_t reach = (int64_t)(times - 1) * c->step;
    return (struct extent){ c->first + (uint64_t)(reach < 0 ? reach : 0), (uint64_t)(reach < 0 ? -reach : reach) + size_of(c) };
}

static void make(struct algoprof_frame *f, bool write, uint64_t address, uint64_t bytes)
{
    (write ? rt_frame_write : rt_frame_read)(f, address, bytes);
}

/* All cells of an extent. */
static void make_wide(struct rt_inhouse *t, struct algoprof_frame *f, bool write, struct extent e)
{
    uint64_t cell = rt_cell_of(e.address), last = rt_cell_of(e.address + e.bytes - 1);
    if (!rt_are_beside(f->mask, cell, last) || (write && t->bit))
        make(f, write, e.address, e.bytes);
    else if (write)
        write_beside(f, cell, last - cell + 1);
    else
        read_beside(t, f, cell, last - cell + 1);
}

static void make_all(struct rt_inhouse *t, struct algoprof_frame *f, const struct algoprof_counted *c, uint64_t times)
{
    int64_t step = c->step < 0 ? -(int64_t)c->step : c->step;
    if (step < (int64_t)(size_of(c) + rt_inhouse_cell))         /* no cell lies between two of them */
        make_wide(t, f, is_write(c), extent_of(c, times));
    else
        for (uint64_t i = 0; i < times; i++)
            make(f, is_write(c), c->first + i * (uint64_t)(int64_t)c->step, size_of(c));
}

/* May the one be told as a whole before the other is, where they come in turn?  Both are reads, or both writes; they have no cell
   in common; or each time a cell is read and written then. */
static bool may_be_apart(const struct algoprof_counted *a, const struct algoprof_counted *b, uint64_t times)
{
    if (is_write(a) == is_write(b))
        return true;
    if (a->first == b->first && a->step == b->step && size_of(a) == size_of(b))
        return is_write(b);
    struct extent x = extent_of(a, times), y = extent_of(b, times);
    return rt_cell_of(x.address + x.bytes - 1) < rt_cell_of(y.address) || rt_cell_of(y.address + y.bytes - 1) < rt_cell_of(x.address);
}

static bool are_apart(const struct algoprof_counted *c, uint64_t n, uint64_t times)
{
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t k = i + 1; k < n; k++)
            if (!may_be_apart(&c[i], &c[k], times))
                return false;
    return true;
}

void rt_frame_counted(struct algoprof_frame *f, uint64_t times, const struct algoprof_counted *c, uint64_t n)
{
    struct rt_inhouse *t = rt_inhouse;
    if (!rt_frame_is_own(t, f) || !times || times > (uint64_t)FARTHEST)
        return;
    for (uint64_t i = 0; i < n; i++)
        if (c[i].step && times > (uint64_t)(FARTHEST / (c[i].step < 0 ? -(int64_t)c[i].step : c[i].step)))
            return;             /* it would not come to its end */
    if (are_apart(c, n, times)) {
        for (unsigned write = 0; write < 2; write++)
            for (uint64_t i = 0; i < n; i++)
                if (is_write(&c[i]) == write)
                    make_all(t, f, &c[i], times);
        return;
    }
    for (uint64_t k = 0; k < times; k++)
        for (uint64_t i = 0; i < n; i++)
            make(f, is_write(&c[i]), c[i].first + k * (uint64_t)(int64_t)c[i].step, size_of(&c[i]));
}
