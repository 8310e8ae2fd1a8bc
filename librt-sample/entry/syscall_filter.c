/* SPDX-License-Identifier: MIT
 * The program is about to load a filter of system calls (process/syscall_filter.c). */
#include "core/state.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "process/process.h"
#include <errno.h>

/* The entry point calls it. */
void rt_sealing(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t low);

void rt_sealing(uint64_t unused1, uint64_t unused2, uint64_t unused3, uint64_t unused4, uint64_t low)
{
    (void)unused1, (void)unused2, (void)unused3, (void)unused4;
    int error = errno;
    if (rt_state == RT_SEALED)
        return;                 /* one filter more */
    struct rt_thread *t = rt_visit(low);
    rt_shut = true;
    if (!t || !rt_seal(t))
        rt_state = RT_OFF;
    if (t)
        rt_visit_end();
    errno = error;
}
