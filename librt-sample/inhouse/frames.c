/* SPDX-License-Identifier: MIT
 * Pending activations: what they read, and their ends. */
#include "inhouse/inhouse.h"
#include "core/state.h"

#define NEAR 12u                /* frames that are looked at one by one */

__thread struct rt_inhouse *rt_inhouse;
static uint32_t nobodys[16];
struct algoprof_frame rt_nobody = { .stamps = nobodys };

/* The deepest pending activation whose stamp is not larger: it has accessed the cell. */
static struct algoprof_frame *holder(struct algoprof_frame *f, const struct algoprof_frame *bottom, uint32_t stamp)
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

static unsigned shift_of(void)
{
    return (unsigned)__builtin_ctz(rt_inhouse_cell);
}

void rt_frame_read(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    const struct rt_inhouse *t = rt_inhouse;
    if (!size || f == &rt_nobody || !t || f <= t->bottom || f > t->top)
        return;
    uint64_t cell = address >> shift_of(), last = (address + size - 1) >> shift_of();
    struct algoprof_frame *before = NULL;
    uint32_t before_stamp = 0;
    for (; cell <= last; cell++) {
        uint32_t *at = &f->stamps[cell & f->mask], stamp = *at;
        if (stamp >= f->stamp)
            continue;
        f->size++;
        *at = f->stamp;
        if (!stamp)
            continue;
        if (!before || stamp != before_stamp)
            before = holder(f - 1, t->bottom, stamp);
        before_stamp = stamp;
        before->size--;
    }
}

void rt_frame_write(struct algoprof_frame *f, uint64_t address, uint64_t size)
{
    if (!size || f == &rt_nobody)
        return;
    uint64_t cell = address >> shift_of(), last = (address + size - 1) >> shift_of();
    for (; cell <= last; cell++)
        f->stamps[cell & f->mask] = f->stamp;
}

/* What was at `from' is at `to' now, and was not read. */
void rt_frame_moved(struct algoprof_frame *f, uint64_t from, uint64_t to, uint64_t size)
{
    if (!size || f == &rt_nobody || from == to)
        return;
    uint64_t cells = ((from + size - 1) >> shift_of()) - (from >> shift_of()) + 1;
    for (uint64_t i = 0; i < cells; i++)
        f->stamps[((to >> shift_of()) + i) & f->mask] = f->stamps[((from >> shift_of()) + i) & f->mask];
}

/* Each step leaves a stack that a signal's handler may use. */
static void pop(struct rt_inhouse *t, uint64_t cost)
{
    struct algoprof_frame *f = t->top, *caller = f - 1;
    int64_t size = f->size;
    uint64_t all = f->below + cost;
    rt_profile_add(t, f->routine, size > 0 ? (uint64_t)size : 0, all);
    caller->size += size;
    caller->below += all;
    RT_BARRIER();
    t->top = caller;
}

void rt_frame_end(struct rt_inhouse *t, uint64_t cost)
{
    pop(t, cost);
    while (t->top > t->bottom && t->top->tails)
        pop(t, t->top->cost);
}

void rt_frames_end(struct rt_inhouse *t, struct algoprof_frame *above)
{
    while (t->top > above && t->top > t->bottom)
        pop(t, t->top->cost);
}
