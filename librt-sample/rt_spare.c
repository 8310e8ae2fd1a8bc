/* SPDX-License-Identifier: MIT
 *
 * The mappings of threads' state.  One that a thread leaves waits for the next one: to
 * unmap it takes longer than all else of a thread's end (3 to 4 microseconds, and the
 * other processors are asked to forget it), to map another takes a page fault. */
#include "rt.h"
#include <string.h>

#define FIRST_BYTES (RT_THREAD_BYTES - RT_THREAD_OWN)
#define MOST_BYTES (512u << 10) /* of pages that were touched, of all that wait */
_Static_assert(RT_THREAD_BYTES >= RT_THREAD_OWN + 4 * 4096 && RT_THREAD_BYTES % 4096 == 0, "room for first areas");
_Static_assert(offsetof(struct rt_thread, lease.lot) <= 4096, "a thread without samples touches one page");

static struct rt_thread *_Atomic spare; /* chain through `next`; the rest under rt_lock */
static size_t spare_bytes;
static _Atomic(struct rt_thread *) fresh;       /* zeros: nobody had it */

void rt_spare_lend(void *area)
{
    fresh = area;
}

bool rt_spare_any(void)
{
    return spare;
}

struct rt_thread *rt_spare_map(void)
{
    struct rt_thread *t = fresh ? atomic_exchange(&fresh, NULL) : NULL;
    if (!t)
        t = rt_map(RT_THREAD_BYTES);
    if (t) {
        t->pages.lent = (uint8_t *)t + RT_THREAD_OWN;
        t->pages.lent_left = FIRST_BYTES;
    }
    return t;
}

/* Bytes of it that are resident: the pages up to the buffer's last word that was used, and areas that were lent. */
static size_t touched(const struct rt_thread *t)
{
    size_t own = t->most_words ? offsetof(struct rt_thread, buffer) + t->most_words * sizeof *t->buffer : 1;
    return ((own + 4095) & ~(size_t)4095) + FIRST_BYTES - t->pages.lent_left;
}

struct rt_thread *rt_spare_take(void)
{
    struct rt_thread *t = spare;
    if (!t)
        return NULL;
    spare = t->next;
    spare_bytes -= touched(t);
    struct rt_pages pages = t->pages;
    uint64_t most_words = t->most_words;
    memset(t, 0, offsetof(struct rt_thread, lease.lot));
    t->pages = pages;
    t->most_words = most_words;
    return t;
}

/* One whose areas are lost goes. */
bool rt_spare_keep(struct rt_thread *t)
{
    if (!t->pages.lent || spare_bytes + touched(t) > MOST_BYTES)
        return false;
    spare_bytes += touched(t);
    t->next = spare;
    spare = t;
    return true;
}

void rt_spare_forget(void)
{
    spare = NULL;
    spare_bytes = 0;
}
