/* SPDX-License-Identifier: MIT
 *
 * Changes of what threads share, without a locked instruction while the process has one thread: that takes
 * 8 ns, and an instance needs some ten.  libc knows how many threads there are, and clears its flag before
 * it begins a second one.  Each change is one instruction: a signal handler of the thread comes before or
 * after it. */
#ifndef ALGOPROF_RT_ALONE_H
#define ALGOPROF_RT_ALONE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "arch/machine.h"

extern char __libc_single_threaded __attribute__((weak));       /* since glibc 2.32; sys/single_threaded.h */

/* Has the process only the calling thread?  false: not known, too. */
static inline bool rt_alone(void)
{
    const volatile char *alone = &__libc_single_threaded;
    return alone && *alone;
}

/* Result: the value before. */
static inline uint64_t rt_add(_Atomic uint64_t *sum, uint64_t more)
{
    return rt_alone() ? rt_own_add(sum, more) : atomic_fetch_add(sum, more);
}

/* Becomes `new' if it is `old'; false: it is not. */
static inline bool rt_take(_Atomic uint64_t *word, uint64_t old, uint64_t new)
{
    return rt_alone() ? rt_own_exchange(word, &old, new) : atomic_compare_exchange_strong(word, &old, new);
}

static inline bool rt_take_byte(_Atomic uint8_t *byte, uint8_t old, uint8_t new)
{
    return rt_alone() ? rt_own_exchange_byte(byte, old, new) : atomic_compare_exchange_strong(byte, &old, new);
}

/* Seen by other threads before what comes behind it. */
static inline void rt_announce(_Atomic bool *flag)
{
    if (rt_alone())
        atomic_store_explicit(flag, true, memory_order_release);
    else
        *flag = true;
    atomic_signal_fence(memory_order_seq_cst);
}

#endif
