/* SPDX-License-Identifier: MIT
 * The process is about to end, or to become another program, without that being told to anybody. */
#include "context/context.h"
#include "core/lock.h"
#include "core/state.h"
#include "log/log.h"
#include <errno.h>

void rt_context_leaving(void) __asm__(ALGOPROF_CONTEXT("leaving")) __attribute__((visibility("default")));

void rt_context_leaving(void)
{
    struct rt_held held;
    int error = errno;
    if (rt_state != RT_ON || rt_is_child() || !(rt_contexts_all || rt_contexts_refused) || !rt_lock(&held, RT_WAIT_SHORT))
        return;
    rt_contexts_write();
    rt_log_write();
    rt_unlock(&held);
    errno = error;
}
