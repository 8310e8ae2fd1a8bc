/* SPDX-License-Identifier: MIT
 *
 * What threads do to atomics that are counted: a locked instruction takes 8 ns, even where there is no
 * other thread, and an instance needs some ten.  libc knows whether there is one: it tells that it is so before
 * it begins a second thread.  One instruction, so that handlers of the thread come before or after it. */
#ifndef ALGOPROF_RT_ALONE_H
#define ALGOPROF_RT_ALONE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

extern char __libc_single_threaded __attribute__((weak));       /* since glibc 2.32; sys/single_threaded.h */

/* Has the process only the calling thread?  false: not known, too. */
static inline bool rt_alone(void)
{
    const volatile char *alone = &__libc_single_threaded;
    return alone && *alone;
}

/* What it was before. */
static inline uint64_t rt_add(_Atomic uint64_t *sum, uint64_t more)
{
    if (!rt_alone())
        return atomic_fetch_add(sum, more);
    __asm__ volatile("xaddq %0, %1" : "+r"(more), "+m"(*(uint64_t *)(uintptr_t)sum) : : "memory", "cc");
    return more;
}

/* Becomes `new' if it is `old'; false: it is not. */
static inline bool rt_take(_Atomic uint64_t *word, uint64_t old, uint64_t new)
{
    bool done;
    if (!rt_alone())
        return atomic_compare_exchange_strong(word, &old, new);
    __asm__ volatile("cmpxchgq %3, %1" : "=@ccz"(done), "+m"(*(uint64_t *)(uintptr_t)word), "+a"(old) : "r"(new) : "memory");
    return done;
}

static inline bool rt_take_byte(_Atomic uint8_t *byte, uint8_t old, uint8_t new)
{
    bool done;
    if (!rt_alone())
        return atomic_compare_exchange_strong(byte, &old, new);
    __asm__ volatile("cmpxchgb %3, %1" : "=@ccz"(done), "+m"(*(uint8_t *)(uintptr_t)byte), "+a"(old) : "q"(new) : "memory");
    return done;
}

/* Seen by other threads before what comes behind it. */
static inline void rt_tell(_Atomic bool *flag)
{
    if (rt_alone())
        atomic_store_explicit(flag, true, memory_order_release);
    else
        *flag = true;
    atomic_signal_fence(memory_order_seq_cst);
}

#endif
