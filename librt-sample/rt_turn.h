/* SPDX-License-Identifier: MIT
 *
 * A turn at something that threads do side by side (rt_lock.c), but one at a time:
 * who does not get it leaves the work to the next.  Nobody waits, so that a thread
 * may be stopped in its turn, or jump out of it. */
#ifndef ALGOPROF_RT_TURN_H
#define ALGOPROF_RT_TURN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef _Atomic uintptr_t rt_turn;      /* whose it is; 0: nobody's */

/* An address that no other thread has (rt_lock.c). */
uintptr_t rt_turn_own(void);

static inline bool rt_turn_take(rt_turn *turn)
{
    uintptr_t nobody = 0;
    return atomic_compare_exchange_strong(turn, &nobody, rt_turn_own());
}

static inline void rt_turn_end(rt_turn *turn)
{
    atomic_store_explicit(turn, 0, memory_order_release);
}

/* The calling thread left it by a jump. */
static inline void rt_turn_repair(rt_turn *turn)
{
    uintptr_t own = rt_turn_own();
    atomic_compare_exchange_strong(turn, &own, 0);
}

#endif
