/* SPDX-License-Identifier: MIT
 *
 * The C side of the entry points of accesses and of calls out of traced code,
 * as far as entry/access.c does not do by itself what is asked. */
#include "base/words.h"
#include "core/thread.h"
#include "entry/access.h"
#include "entry/guard.h"
#include "trace/mirrors.h"
#include "trace/touch.h"
#include "trace/open_instances.h"
#include <algoprof/rt_abi.h>
#include <errno.h>

/* Words as in rt_abi.h. */
void rt_opaque(const uint64_t *words);
void rt_lookup(uint64_t *words, const void *registers, const void *own);

/* The buffer is full. */
void rt_access(uint64_t address, uint64_t meta, uint64_t unused1, uint64_t unused2, uint64_t low)
{
    (void)unused1, (void)unused2;
    int error = errno;
    struct rt_thread *t = rt_enter(low, false);
    if (t) {
        rt_flush(t);
        rt_touch(t, low, address, meta & ALGOPROF_MAX_ACCESS, meta & ALGOPROF_WRITE);
        rt_leave();
    } else {
        rt_lose();
    }
    errno = error;
}

void rt_range(uint64_t address, uint64_t size, unsigned flags, uint64_t unused, uint64_t low)
{
    (void)unused;
    int error = errno;
    struct rt_thread *t = rt_tls.limit ? rt_enter(low, false) : NULL;
    if (t) {
        rt_flush(t);
        rt_touch(t, low, address, size, flags);
        rt_leave();
    } else {
        rt_lose();
    }
    errno = error;
}

/* Steps of at most the size leave no gaps: one range. */
static void touch_steps(struct rt_thread *t, uint64_t low, uint64_t address, uint64_t count, int64_t step, uint64_t meta)
{
    uint64_t size = meta & ALGOPROF_MAX_ACCESS, width = (uint64_t)(step < 0 ? -step : step);
    if (width <= size) {
        uint64_t span = (count - 1) * width;
        rt_touch(t, low, step < 0 ? address - span : address, span + size, meta & ALGOPROF_WRITE);
        return;
    }
    rt_touch_steps(t, low, address, count, step, size, meta & ALGOPROF_WRITE);
}

void rt_stride(const uint64_t *words)
{
    uint64_t low = rt_above(words, 4);
    int error = errno;
    struct rt_thread *t = rt_tls.limit ? rt_enter(low, false) : NULL;
    if (t) {
        rt_flush(t);
        if (words[1])
            touch_steps(t, low, words[0], words[1], (int64_t)words[2], words[3]);
        rt_leave();
    } else {
        rt_lose();
    }
    errno = error;
}

void rt_opaque(const uint64_t *words)
{
    int error = errno;
    struct rt_thread *t = rt_tls.limit ? rt_enter(rt_above(words, 1), false) : NULL;
    if (t) {
        rt_called(t, rt_pointer(words[0]), 1);
        rt_leave();
    } else {
        rt_lose();
    }
    errno = error;
}

void rt_lookup(uint64_t *words, const void *registers, const void *own)
{
    (void)registers;
    int error = errno;
    void *function = rt_pointer(words[0]), *mirror = NULL;
    struct rt_thread *t = rt_enter(rt_above(words, 2), false);
    if (t) {
        mirror = function ? rt_find_mirror(t, function, own) : NULL;
        if (!mirror && function)
            rt_called(t, rt_pointer(words[1]), 1);
        rt_leave();
    } else {
        rt_lose();
    }
    errno = error;
    if (mirror)
        words[0] = (uint64_t)(uintptr_t)mirror;
}
