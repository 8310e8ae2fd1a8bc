/* SPDX-License-Identifier: MIT
 *
 * What programs call by algoprof.h, apart from consent (spool/consent.c).  The
 * program's registers are the caller's as the ABI has it, unlike at the entry
 * points of arch/x86_64/thunks.S. */
#include "rt.h"
#include "core/api.h"
#include <errno.h>

int rt_pause(void) RT_PUBLIC("pause");
int rt_resume(void) RT_PUBLIC("resume");
int rt_flush_log(void) RT_PUBLIC("flush");

_Atomic unsigned rt_paused;

static int set_pause(bool pause)
{
    int error = errno, result = -1;
    struct rt_held held;
    struct rt_thread *t = rt_visit((uint64_t)(uintptr_t)__builtin_frame_address(0));
    if (t && rt_lock(&held, RT_WAIT_LONG)) {
        if ((rt_paused & RT_BY_PROGRAM) != (pause ? RT_BY_PROGRAM : 0)) {
            rt_event(ALOG_NONE, pause ? ALOG_E_PAUSED : ALOG_E_RESUMED, 0, 0, 0);
            rt_paused ^= RT_BY_PROGRAM;
        }
        result = rt_paused & RT_WITHDRAWN ? -1 : 0;
        rt_unlock(&held);
    }
    if (t)
        rt_visit_end();
    errno = error;
    return result;
}

int rt_pause(void)
{
    return set_pause(true);
}

int rt_resume(void)
{
    return set_pause(false);
}

int rt_flush_log(void)
{
    struct rt_held held;
    int error = errno, result = -1;
    struct rt_thread *t = rt_visit((uint64_t)(uintptr_t)__builtin_frame_address(0));
    if (t) {
        rt_records_check(t, rt_modules_unloaded());
        for (struct rt_record *r = t->records; r; r = r->next)
            rt_counter_write(r);
        if (rt_lock(&held, RT_WAIT_LONG)) {
            rt_about_spent(true);
            rt_unlock(&held);
        }
        result = rt_log_sync() ? 0 : -1;
        rt_visit_end();
    }
    errno = error;
    return result;
}
