/* SPDX-License-Identifier: MIT
 *
 * What programs call by algoprof.h.  The program's registers are the caller's as the ABI has it,
 * unlike at the entry points of traced code. */
#include "entry/api.h"
#include "context/context.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "core/thread.h"
#include "entry/guard.h"
#include "log/log.h"
#include "process/process.h"
#include "sample/thread_runs.h"
#include "sample/target_on_thread.h"
#include "sample/process_runs.h"
#include "sample/spent_block.h"
#include "spool/spool.h"
#include <algoprof/log_format.h>
#include <errno.h>
#include <sys/auxv.h>

int rt_pause(void) RT_PUBLIC("pause");
int rt_resume(void) RT_PUBLIC("resume");
int rt_flush_log(void) RT_PUBLIC("flush");
int rt_run_begin(const char *label) RT_PUBLIC("run_begin");
int rt_run_end(void) RT_PUBLIC("run_end");
unsigned long rt_run_open(const char *label) RT_PUBLIC("run_open");
int rt_run_attach(unsigned long handle) RT_PUBLIC("run_attach");
int rt_run_close(unsigned long handle) RT_PUBLIC("run_close");
int rt_size(unsigned long n) RT_PUBLIC("size");
int rt_label(const char *key, const char *text) RT_PUBLIC("label");
int rt_consent_give(void) RT_PUBLIC("consent_give");
int rt_consent_withdraw(void) RT_PUBLIC("consent_withdraw");

static int set_pause(bool pause)
{
    int error = errno, result = -1;
    struct rt_held held;
    struct rt_thread *t = rt_visit((uint64_t)(uintptr_t)__builtin_frame_address(0));
    if (t && rt_lock(&held, RT_WAIT_LONG)) {
        if ((rt_paused & RT_BY_PROGRAM) != (pause ? RT_BY_PROGRAM : 0)) {
            rt_event(NULL, pause ? ALOG_E_PAUSED : ALOG_E_RESUMED, 0);
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
            rt_spent_write(true);
            rt_contexts_write();
            rt_log_write();
            rt_unlock(&held);
        }
        result = rt_log_sync() ? 0 : -1;
        rt_visit_end();
    }
    errno = error;
    return result;
}

/* ---- runs ---- */

static int change_run(uint32_t flags, const char *label)
{
    int error = errno;
    bool begun = false;
    struct rt_thread *t = rt_visit((uint64_t)(uintptr_t)__builtin_frame_address(0));
    if (t) {
        begun = rt_runs_change(t, flags, label);
        rt_visit_end();
    }
    errno = error;
    return begun ? 0 : -1;
}

/* Of the function that it stands in: algoprof.h's, which is compiled into the module that calls. */
#define CALLER_MAY() rt_caller_is_of_place(__builtin_return_address(0))

int rt_run_begin(const char *label)
{
    if (!CALLER_MAY())
        return -1;
    return change_run(ALOG_R_MARKED, label);
}

int rt_run_end(void)
{
    if (!CALLER_MAY())
        return -1;
    return change_run(ALOG_R_BETWEEN, NULL);
}

unsigned long rt_run_open(const char *label)
{
    int error = errno;
    uint64_t handle = 0;
    struct rt_thread *t = CALLER_MAY() ? rt_visit((uint64_t)(uintptr_t)__builtin_frame_address(0)) : NULL;
    if (t) {
        handle = rt_own_run_begin(t, label);
        rt_visit_end();
    }
    errno = error;
    return handle;
}

static int change_own(bool (*change)(struct rt_thread *, uint64_t), uint64_t handle)
{
    int error = errno;
    bool done = false;
    struct rt_thread *t = rt_visit((uint64_t)(uintptr_t)__builtin_frame_address(0));
    if (t) {
        done = change(t, handle);
        rt_visit_end();
    }
    errno = error;
    return done ? 0 : -1;
}

int rt_run_attach(unsigned long handle)
{
    return CALLER_MAY() ? change_own(rt_own_run_attach, handle) : -1;
}

int rt_run_close(unsigned long handle)
{
    return CALLER_MAY() ? change_own(rt_own_run_end, handle) : -1;
}

int rt_size(unsigned long n)
{
    if (rt_state == RT_OFF || !CALLER_MAY())
        return -1;
    rt_user_size_set(n);
    return 0;
}

/* ---- what a process may do that writes no log (yet) ---- */

/* false: on top of a slow path, or in a process that must not. */
static bool begin_change(void)
{
    if (rt_tls.busy || rt_shut)
        return false;
    rt_tls.busy = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    RT_BARRIER();
    rt_process_ready();
    return true;
}

static void end_change(void)
{
    RT_BARRIER();
    rt_tls.busy = 0;
}

int rt_label(const char *key, const char *text)
{
    int error = errno;
    key = key ? key : "";
    text = text ? text : "";
    if (!CALLER_MAY() || !rt_label_fits(key, text) || !begin_change())
        return -1;
    bool done = rt_state != RT_OFF && rt_label_set(key, text);
    end_change();
    errno = error;
    return done ? 0 : -1;
}

/* 0 if it was done. */
static int change_consent(bool (*change)(void))
{
    struct rt_held held;
    int error = errno;
    bool done = false;
    if (!rt_spool_app() || getauxval(AT_SECURE) || !begin_change())
        return -1;
    if (rt_lock(&held, RT_WAIT_LONG)) {
        done = change();
        rt_unlock(&held);
    }
    if (done && change == rt_consent_store && rt_state == RT_WAIT)
        rt_process_consented();
    end_change();
    errno = error;
    return done ? 0 : -1;
}

int rt_consent_give(void)
{
    return change_consent(rt_consent_store);
}

int rt_consent_withdraw(void)
{
    return change_consent(rt_consent_remove);
}
