/* SPDX-License-Identifier: MIT
 * Sections side by side with other threads' (core/lock.c). */
#ifndef ALGOPROF_RT_SHARE_H
#define ALGOPROF_RT_SHARE_H

#include "base/alone.h"
#include "core/thread.h"

extern _Atomic bool rt_lock_taken;

static inline void rt_unshare(struct rt_thread *t)
{
    atomic_store_explicit(&t->sharing, false, memory_order_release);
}

/* Begin one, without a system call; false: somebody has the lock.  Nothing in it may ask for the lock. */
static inline bool rt_share(struct rt_thread *t)
{
    if (!t->may_share)
        return false;
    rt_announce(&t->sharing);       /* before the lock is looked at, as the holder looks the other way round */
    if (!rt_lock_taken)
        return true;
    rt_unshare(t);
    return false;
}

#endif
