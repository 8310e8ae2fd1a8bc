/* SPDX-License-Identifier: MIT
 * Clocks (base/clock.c). */
#ifndef RT_CLOCK_H
#define RT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

void rt_clock_find(void);               /* once; before it each look is a system call */
/* As clock_gettime (); false: it has none. */
bool rt_clock(clockid_t, struct timespec *);
/* In ns; 0: it has none.  A look at a CPU time takes some 0.3 us. */
static inline uint64_t rt_clock_ns(clockid_t clock)
{
    struct timespec now;
    return rt_clock(clock, &now) ? (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec : 0;
}

#endif
