/* SPDX-License-Identifier: MIT
 *
 * Stamps run out after 2^32 activations.  What a stamp says is only which pending activations have accessed the
 * cell: so frames get the stamps 1, 2, ... and a cell that of the deepest frame that has accessed it. */
#include "inhouse/inhouse.h"
#include <sys/mman.h>

#define STEP ((size_t)1 << 30)  /* bytes of stamps whose pages are asked for at once */
#define PAGE 4096u

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
    return (uint32_t)low + 1;
}

static void renumber_page(const struct rt_inhouse *t, uint32_t *stamp)
{
    uint32_t last = 0, its_rank = 0;
    for (unsigned i = 0; i < PAGE / sizeof *stamp; i++) {
        if (!stamp[i])
            continue;
        if (stamp[i] != last) {
            last = stamp[i];
            its_rank = rank(t, last);
        }
        stamp[i] = its_rank;
    }
}

void rt_stamps_renumber(struct rt_inhouse *t)
{
    static unsigned char there[STEP / PAGE];
    static _Atomic bool taken;
    while (taken)
        ;
    taken = true;
    size_t bytes = (t->mask + 1) * sizeof *t->stamps;
    for (size_t at = 0; at < bytes; at += STEP) {
        uint8_t *part = (uint8_t *)t->stamps + at;
        size_t n = bytes - at < STEP ? bytes - at : STEP;
        if (mincore(part, n, there))
            continue;
        for (size_t page = 0; page < n / PAGE; page++)
            if (there[page] & 1)
                renumber_page(t, (uint32_t *)(void *)(part + page * PAGE));
    }
    for (struct algoprof_frame *f = t->bottom; f <= t->top; f++)
        f->stamp = (uint32_t)(f - t->bottom) + 1;
    t->count = (uint64_t)(t->top - t->bottom) + 1;
    taken = false;
}
