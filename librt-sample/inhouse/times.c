/* SPDX-License-Identifier: MIT
 *
 * CPU time as the cost of activations.  The thread's clock is read at each begin and end: what has passed since is the
 * running activation's own.  The least time between two readings is no part of it. */
#include "arch/general_only.h"
#include "inhouse/inhouse.h"
#include <sys/syscall.h>
#include <time.h>

#define READINGS 64u

/* Nanoseconds of the thread's CPU time.  (Changes no vector register, nor errno.) */
static uint64_t now(void)
{
    struct timespec time = { 0 };
    rt_system_call(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, (long)&time, 0, 0, 0, 0);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void rt_time_begin(struct rt_inhouse *t)
{
    uint64_t least = UINT64_MAX, before = now();
    for (unsigned i = 0; i < READINGS; i++) {
        uint64_t next = now();
        if (next - before < least)
            least = next - before;
        before = next;
    }
    t->time = (struct rt_time){ .since = before, .reading = least };
}

void rt_time_charge(struct rt_inhouse *t)
{
    uint64_t at = now(), since = t->time.since + t->time.reading;
    if (at > since)             /* a child of fork has a clock of its own */
        t->spent[t->top - t->bottom] += at - since;
    t->time.since = at;
}

uint64_t rt_time_of_top(struct rt_inhouse *t)
{
    rt_time_charge(t);
    return t->spent[t->top - t->bottom];
}
