/* SPDX-License-Identifier: MIT
 * Before a profiled program's calls of _exit, exec and their like: what it knows goes to the log. */
#include "core/lock.h"
#include "core/state.h"
#include "inhouse/inhouse.h"
#include "log/log.h"
#include "process/process.h"
#include <errno.h>
#include <unistd.h>

void rt_in_leaving(struct algoprof_frame *, uint64_t how) __asm__(ALGOPROF_INHOUSE("leaving")) __attribute__((visibility("default")));

/* A child of vfork runs in its parent's memory, and its parent goes on: activations that are open stay so, and other
 * threads are running.  A fork's child may have no log yet. */
static void write_all(struct rt_inhouse *t, enum algoprof_leaving how)
{
    struct rt_held held;
    bool is_own = getpid() == rt_pid;
    if (is_own && rt_state == RT_LATER)
        rt_process_ready();
    if (rt_state != RT_ON || rt_is_child() || !rt_lock(&held, RT_WAIT_SHORT))
        return;
    if (is_own && how == ALGOPROF_LEAVING_PROCESS) {
        rt_inhouse_finish();
    } else {
        if (is_own && how == ALGOPROF_LEAVING_ABORT)
            rt_frames_end(t, t->bottom);
        rt_inhouse_write(t);
    }
    rt_unlock(&held);
}

void rt_in_leaving(struct algoprof_frame *f, uint64_t how)
{
    struct rt_inhouse *t = rt_inhouse;
    int error = errno;
    if (t && f > t->bottom && f <= t->top && rt_state != RT_SEALED)
        write_all(t, (enum algoprof_leaving)how);
    errno = error;
}
