/* SPDX-License-Identifier: MIT
 * Clocks (base/clock.c). */
#ifndef RT_CLOCK_H
#define RT_CLOCK_H

#include <stdbool.h>
#include <time.h>

void rt_clock_find(void);               /* once; before it each look is a system call */
/* As clock_gettime (); false: it has none. */
bool rt_clock(clockid_t, struct timespec *);

#endif
