/* SPDX-License-Identifier: MIT
 * What a thread has of its own, and the list of all threads. */
#include "rt.h"

__thread struct rt_tls rt_tls;
__thread int64_t rt_fuel;
struct rt_thread *rt_threads;
_Atomic uint32_t rt_thread_numbers;

uint64_t rt_turn_own(void)
{
    return (uintptr_t)&rt_tls;
}

void rt_set_floor(void)
{
    rt_tls.floor = rt_tls.sp > rt_tls.span ? rt_tls.sp - rt_tls.span : 1;
    RT_BARRIER();
    if (!rt_tls.slots)          /* a handler's access took the table back meanwhile, and waits in the buffer */
        rt_tls.floor = 0;
}
