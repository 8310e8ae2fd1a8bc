/* SPDX-License-Identifier: MIT
 *
 * Stamps run out after 2^32 activations, with trms after 2^31.  What a stamp says is only which pending activations have
 * accessed the cell: so frames get the stamps 1, 2, ... and a cell that of the deepest frame that has accessed it. */
#include "inhouse/inhouse.h"
#include <stdatomic.h>
#include <sys/mman.h>

#define STEP ((size_t)1 << 30)  /* bytes of stamps whose pages are asked for at once */

static uint32_t rank(const struct rt_inhouse *t, uint32_t stamp)
{
    size_t low = 0, high = (size_t)(t->top - t->bottom) + 1;    /* the frame at low has accessed it */
    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;
        if (t->bottom[mid].stamp > stamp)
            high = mid;
        else
            low = mid;
    }
    return rt_first_stamp() + (uint32_t)low;
}

/* With threads others may take the bit RT_ALONE from it meanwhile. */
static void set(uint32_t *stamp, uint32_t old, uint32_t its_rank)
{
    uint32_t now = old;
    if (!rt_inhouse_trms) {
        *stamp = its_rank;
        return;
    }
    while (!__atomic_compare_exchange_n(stamp, &now, (its_rank & ~RT_ALONE) | (now & RT_ALONE), false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

static void renumber_page(const struct rt_inhouse *t, uint32_t *stamp)
{
    uint32_t last = 0, its_rank = 0;
    for (unsigned i = 0; i < RT_PAGE / sizeof *stamp; i++) {
        uint32_t old = stamp[i];
        if (!old)
            continue;
        if (old != last) {
            last = old;
            its_rank = rank(t, rt_inhouse_trms ? last | RT_ALONE : last);
        }
        set(&stamp[i], old, its_rank);
    }
}

static void renumber_part(const struct rt_inhouse *t, uint8_t *at, size_t bytes, unsigned char *there)
{
    for (size_t n; bytes; at += n, bytes -= n) {
        n = bytes < STEP ? bytes : STEP;
        if (mincore(at, n, there))
            continue;
        for (size_t page = 0; page < n / RT_PAGE; page++)
            if (there[page] & 1)
                renumber_page(t, (uint32_t *)(void *)(at + page * RT_PAGE));
    }
}

void rt_stamps_renumber(struct rt_inhouse *t)
{
    static unsigned char there[STEP / RT_PAGE];
    static _Atomic bool taken;
    uint8_t *at;
    size_t bytes;
    while (atomic_exchange(&taken, true))
        ;
    for (unsigned i = 0; rt_space_part(t->stamps, t->mask, sizeof *t->stamps, i, &at, &bytes); i++)
        renumber_part(t, at, bytes, there);
    for (struct algoprof_frame *f = t->bottom; f <= t->top; f++)
        f->stamp = rt_first_stamp() + (uint32_t)(f - t->bottom);
    uint64_t begun = rt_inhouse_activations(t);
    t->count = rt_first_stamp() + (uint64_t)(t->top - t->bottom);
    t->counted = t->count - begun;
    atomic_store(&taken, false);
}
