/* SPDX-License-Identifier: MIT
 *
 * A turn at something that threads do side by side (core/lock.c), but one at a time:
 * who does not get it leaves the work to the next.  Nobody waits, so that a thread
 * may be stopped in its turn, or jump out of it. */
#ifndef ALGOPROF_RT_TURN_H
#define ALGOPROF_RT_TURN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/alone.h"

typedef _Atomic uint64_t rt_turn;       /* whose it is; 0: nobody's */

/* An address that no other thread has (core/lock.c). */
uint64_t rt_turn_own(void);

static inline bool rt_turn_take(rt_turn *turn)
{
    return rt_take(turn, 0, rt_turn_own());
}

static inline void rt_turn_end(rt_turn *turn)
{
    atomic_store_explicit(turn, 0, memory_order_release);
}

/* The calling thread left it by a jump. */
static inline void rt_turn_repair(rt_turn *turn)
{
    rt_take(turn, rt_turn_own(), 0);
}

#endif
