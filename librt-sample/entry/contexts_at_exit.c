/* SPDX-License-Identifier: MIT
 * The process is about to end, or to become another program, without that being told to anybody. */
#include "context/context.h"
#include "core/lock.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/log.h"
#include "process/process.h"
#include <errno.h>
#include <unistd.h>

void rt_context_leaving(void) __asm__(ALGOPROF_CONTEXT("leaving")) __attribute__((visibility("default")));

/* A fork's child that counted calls, and came to no slow path, has no log yet.  One of vfork runs in its parent's memory, and
 * leaves that to it. */
static void open_childs(void)
{
    if (rt_state != RT_LATER || !rt_forks || rt_tls.busy || getpid() != rt_pid || !rt_contexts_any())
        return;
    rt_tls.busy = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    RT_BARRIER();
    rt_process_ready();
    RT_BARRIER();
    rt_tls.busy = 0;
}

void rt_context_leaving(void)
{
    struct rt_held held;
    int error = errno;
    open_childs();
    errno = error;
    if (rt_state != RT_ON || rt_is_child() || !(rt_contexts_all || rt_contexts_refused) || !rt_lock(&held, RT_WAIT_SHORT))
        return;
    rt_contexts_write();
    rt_log_write();
    rt_unlock(&held);
    errno = error;
}
