/* SPDX-License-Identifier: MIT
 * What a thread has of its own, and the list of all threads. */
#include "core/thread.h"
#include "core/turn.h"

__thread struct rt_tls rt_tls;
__thread int64_t rt_fuel;
struct rt_thread *rt_threads;
_Atomic uint32_t rt_thread_numbers;

uint64_t rt_turn_own(void)
{
    return (uintptr_t)&rt_tls;
}
