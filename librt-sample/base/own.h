/* SPDX-License-Identifier: MIT
 *
 * What a thread and its signal handlers change, and other threads only read: one
 * instruction is enough, which need not be locked. */
#ifndef ALGOPROF_RT_OWN_H
#define ALGOPROF_RT_OWN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Compare and exchange; false: *old is what was there. */
static inline bool rt_own_exchange(_Atomic uint64_t *own, uint64_t *old, uint64_t new)
{
    bool done;
    __asm__ volatile("cmpxchgq %3, %1" : "=@ccz"(done), "+m"(*(uint64_t *)(uintptr_t)own), "+a"(*old) : "r"(new) : "memory");
    return done;
}

#endif
