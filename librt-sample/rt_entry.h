/* SPDX-License-Identifier: MIT
 *
 * What the C sides of the entry points share.  rt_thunks.S calls these with all
 * registers saved.  low: the lowest address that the caller's frame may use.
 */
#ifndef RT_ENTRY_H
#define RT_ENTRY_H

#include "rt.h"

/* The calling thread's state, with busy set; NULL: go away.  create: it may be made. */
struct rt_thread *rt_enter(uint64_t low, bool create);

/* After an rt_enter that let in. */
static inline void rt_leave(void)
{
    if (rt_tls.self)
        rt_lend(rt_tls.self);
    RT_BARRIER();
    rt_tls.busy = 0;
}

#endif
