/* SPDX-License-Identifier: MIT
 *
 * The C side of the entry points of accesses and of calls out of traced code,
 * as far as rt_access.c does not do by itself what is asked. */
#include "rt_entry.h"
#include <errno.h>

void rt_access(uint64_t address, uint64_t meta, uint64_t, uint64_t, uint64_t low);
void rt_range(uint64_t address, uint64_t size, unsigned flags, uint64_t, uint64_t low);
void rt_model(unsigned op, uint64_t a, uint64_t b, uint64_t c, uint64_t low);
void rt_opaque(const char *name, uint64_t, uint64_t, uint64_t, uint64_t low);
void *rt_lookup(void *function, const char *name, uint64_t, uint64_t, uint64_t low);
void rt_stride(uint64_t address, uint64_t count, int64_t step, uint64_t meta, uint64_t low);

/* Make the trace that a turned-away access would have belonged to a lost one.
 * The flag is a byte of its owner's thread: set between its instructions. */
static void lose(void)
{
    struct rt_thread *t = rt_tls.self;
    if (t && t->depth)
        t->stack[t->depth - 1].flags |= ALOG_I_LOST;
}

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
        lose();
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
        lose();
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

void rt_stride(uint64_t address, uint64_t count, int64_t step, uint64_t meta, uint64_t low)
{
    int error = errno;
    struct rt_thread *t = rt_tls.limit ? rt_enter(low, false) : NULL;
    if (t) {
        rt_flush(t);
        if (count)
            touch_steps(t, low, address, count, step, meta);
        rt_leave();
    } else {
        lose();
    }
    errno = error;
}

void rt_model(unsigned op, uint64_t a, uint64_t b, uint64_t c, uint64_t low)
{
    int error = errno;
    struct rt_thread *t = rt_tls.limit ? rt_enter(low, false) : NULL;
    if (t) {
        rt_flush(t);
        rt_model_touch(t, low, op, a, b, c);
        rt_leave();
    } else {
        lose();
    }
    errno = error;
}

void rt_opaque(const char *name, uint64_t unused1, uint64_t unused2, uint64_t unused3, uint64_t low)
{
    (void)unused1, (void)unused2, (void)unused3;
    int error = errno;
    struct rt_thread *t = rt_tls.limit ? rt_enter(low, false) : NULL;
    if (t) {
        rt_called(t, name, 1);
        rt_leave();
    } else {
        lose();
    }
    errno = error;
}

void *rt_lookup(void *function, const char *name, uint64_t unused1, uint64_t unused2, uint64_t low)
{
    (void)unused1, (void)unused2;
    int error = errno;
    void *clone = NULL;
    struct rt_thread *t = rt_enter(low, false);
    if (t) {
        clone = function ? rt_find_clone(t, function) : NULL;
        if (!clone && function)
            rt_called(t, name, 1);
        rt_leave();
    } else {
        lose();
    }
    errno = error;
    return clone ? clone : function;
}
