/* SPDX-License-Identifier: MIT
 * What a thread has of its own, and the list of all threads. */
#include "core/thread.h"
#include "core/turn.h"
#include "arch/machine.h"

__thread struct rt_tls rt_tls;
RT_THREAD_ALIAS(ALGOPROF_FUEL, rt_tls, RT_TLS_FUEL);
_Static_assert(offsetof(struct rt_thread, lease.lot[0].end) <= 4096, "a thread with few samples touches one page");
_Static_assert(offsetof(struct rt_tls, fuel) == RT_TLS_FUEL, "what programs count down");
struct rt_thread *rt_threads;
_Atomic uint32_t rt_thread_numbers;

uint64_t rt_turn_own(void)
{
    return (uintptr_t)&rt_tls;
}
