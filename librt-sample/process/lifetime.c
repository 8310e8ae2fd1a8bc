/* SPDX-License-Identifier: MIT
 *
 * The process: start, fork, threads that end, exit.
 *
 * A fork's child forgets everything and makes a log of its own at its first
 * slow path.  fork() calls our handlers; a child of a bare clone() is found
 * by a page that the kernel wipes in children. */
#include "arch/machine.h"
#include "callers/callers.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/options.h"
#include "cells/cells.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "core/thread.h"
#include "core/thread_memory.h"
#include "context/context.h"
#include "inhouse/inhouse.h"
#include "log/log.h"
#include "process/process.h"
#include "process/thread_lifetime.h"
#include "budget/allowance.h"
#include "budget/start_or_leave.h"
#include "sample/target_on_thread.h"
#include "sample/process_runs.h"
#include "sample/sample.h"
#include "sample/spent_block.h"
#include "spool/spool.h"
#include "trace/open_instances.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MOST_KEYS 32u           /* pthread_setspecific calls malloc beyond */

static pthread_key_t end_key;
static bool has_key;
static struct rt_held fork_held;
static bool fork_locked, fork_apart;

/* Where this thread is in traced code it is to go on in untraced code, and it traces nothing there. */
static void leave_traced_code(void)
{
    rt_tls.limit = 0;
    rt_unlend(&rt_tls);
    rt_tls.leaving = 1;
    rt_tls.fuel = 0;
    rt_tls.chain = NULL;
}

/* ---- threads ---- */

/* Other destructors may run marked loops: ours waits for the last round of libc's. */
#ifndef RT_END_ROUNDS           /* under ThreadSanitizer, whose thread ends there, too, fewer */
#define RT_END_ROUNDS 4
#endif
static void thread_ends(void *rounds)
{
    uintptr_t left = (uintptr_t)rounds;
    if (left > 1) {
        pthread_setspecific(end_key, (void *)(left - 1));
        return;
    }
    struct rt_thread *t = rt_tls.self;
    if (!t)
        return;
    if (rt_tls.busy) {          /* pthread_exit in a handler on top of a slow path */
        rt_share_repair(t);     /* now: what its lease knows of may be another's later */
        t->gone = true;
        return;
    }
    rt_tls.busy = UINT64_MAX;
    t->inside = true;           /* seen before the state is looked at */
    RT_BARRIER();
    if (rt_state == RT_SEALED)
        rt_thread_end_sealed(t);
    else if (rt_process_ready() && rt_tls.self == t)
        rt_thread_end(t);
    rt_tls.self = NULL;
    leave_traced_code();
    rt_tls.ended = true;
    RT_BARRIER();
    rt_tls.busy = 0;
}

static void ask_for_end(void *unused)
{
    (void)unused;
    pthread_setspecific(end_key, (void *)(uintptr_t)RT_END_ROUNDS);
}

#define THREAD_NS 4000u         /* of CPU time: a page, system calls, a block in the log; what is cold */

void rt_thread_attach(void)
{
    struct rt_held held;
    rt_hold_signals(&held);     /* once: until the slow path ends, which locks again */
    struct rt_thread *t = rt_thread_new(&held, ask_for_end);
    if (!t) {
        rt_let_signals(&held);
        return;
    }
    rt_tls.self = t;
    rt_account_thread(THREAD_NS, syscall(SYS_gettid) == rt_pid);
}

/* ---- fork ---- */

/* In a child.  safe: no other thread was changing anything. */
static void forget_parent(bool safe)
{
    if (rt_tls.self)
        for (struct rt_record *r = rt_tls.self->records; r; r = r->next) {
            if (!r->hot)
                continue;
            r->hot->countdown = 0;
            r->hot->cost = 0;
            if (r->recursion)
                r->recursion->chain = ALGOPROF_CHAIN_NONE;
        }
    rt_lock_reset();
    rt_threads_forget(safe);
    rt_targets_forget();
    rt_runs_forget();
    rt_names_forget();
    rt_callers_forget();
    rt_walk_forget();
    rt_inhouse_forked(true);
    rt_contexts_forked(true);
    rt_budget_forget();
    rt_log_forget(false);
    leave_traced_code();
    rt_tls.self = NULL;
    rt_order = 0;
    rt_forks++;
    rt_pid = getpid();
    if (rt_alive)
        *rt_alive = 1;
    rt_state = rt_state == RT_OFF ? RT_OFF : RT_LATER;
}

static void before_fork(void)
{
    if (rt_state == RT_ON && rt_tls.self && !rt_tls.busy) {
        rt_tls.busy = (uint64_t)(uintptr_t)__builtin_frame_address(0);
        RT_BARRIER();
        rt_records_check(rt_tls.self, rt_modules_unloaded());
        RT_BARRIER();
        rt_tls.busy = 0;
    }
    fork_locked = rt_state == RT_ON && rt_lock(&fork_held, RT_WAIT_LONG);
    if (fork_locked)
        rt_log_write();         /* the parent of a daemon ends without more ado */
    fork_apart = rt_modules_hold();     /* who has the lock may look at modules */
}

static void after_fork_parent(void)
{
    rt_modules_let();
    if (fork_locked)
        rt_unlock(&fork_held);
}

/* A handler that forked on top of a slow path returns to it in the child too:
 * what that path works on must stay, so the child goes unprofiled.  So it does if the loader may be locked. */
static void after_fork_child(void)
{
    bool locked = fork_locked, inside = rt_tls.busy != 0 || !fork_apart;
    rt_modules_forget();
    if (rt_state == RT_OFF || rt_state == RT_VIRGIN || rt_state == RT_WAIT)
        return;
    if (rt_state == RT_SEALED) {
        rt_state = RT_OFF;      /* its parent's log is not its own */
        return;
    }
    if (inside) {
        rt_inhouse_forked(false);
        rt_contexts_forked(false);
        rt_log_forget(true);
        rt_state = RT_OFF;
    } else {
        rt_tls.busy = (uint64_t)(uintptr_t)__builtin_frame_address(0);
        RT_BARRIER();
        forget_parent(locked);
        RT_BARRIER();
        rt_tls.busy = 0;
    }
    if (locked)
        rt_unlock(&fork_held);
}

/* ---- start ---- */

static void watch_clones(void)
{
    rt_pid = getpid();
    uint32_t *page = rt_map(4096 + RT_FIRST_THREADS * RT_THREAD_BYTES);
    if (!page)
        return;
    rt_spare_lend((char *)page + 4096);
    if (!madvise(page, 4096, MADV_WIPEONFORK)) {
        *page = 1;
        rt_alive = page;
    } else {
        rt_unmap(page, 4096);
    }
}

/* The log's first blocks, too. */
static bool begin_log(bool forked)
{
    uint64_t start_time;
    if (rt_spool_app())
        rt_options.size = 0;    /* it is the desk's: what a user's machine sends has none of the user's numbers */
    return rt_log_begin(rt_spool_app() ? &rt_spool_place : &rt_pattern_place, forked, &start_time)
           && rt_runs_start(start_time) && rt_labels_begin() && rt_spent_begin(forked, rt_spool_app());
}

static bool open_log(bool forked)
{
    struct rt_held held;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return false;
    if (rt_state != RT_ON && rt_state != RT_OFF) {
        rt_spent_start();
        int state = rt_spool_app() ? rt_shipped_state(forked) : RT_ON;
        if (state == RT_ON) {
            rt_cells_init();
            rt_threads_begin();
            rt_start_ms = rt_now_ms();
            rt_paused &= ~(unsigned)(RT_WITHDRAWN | RT_LOST);
            state = begin_log(forked) ? RT_ON : RT_OFF;
        }
        rt_waited |= state == RT_WAIT;
        rt_state = state;
    }
    rt_unlock(&held);
    return rt_state == RT_ON;
}

/* Does ALGOPROF_LOG ask for a log? */
static bool is_wanted(void)
{
    return rt_spool_app() ? !rt_options.log || strcmp(rt_options.log, "off") : rt_pattern_read();
}

/* Looks again as long as nothing does: a module may have been loaded meanwhile. */
static bool is_asked_for(void)
{
    if (!rt_asked && (rt_spool_app() || rt_desk_is_asked_for()))
        rt_asked = true;
    return rt_asked;
}

static void start(void *unused)
{
    (void)unused;
    rt_save_ask();
    rt_clock_find();
    if (getauxval(AT_SECURE)) { /* its environment is another user's */
        rt_state = RT_OFF;
        return;
    }
    rt_options_read();
    if (!is_wanted() || pthread_key_create(&end_key, thread_ends)) {
        rt_state = RT_OFF;
        return;
    }
    if (end_key >= MOST_KEYS || pthread_atfork(before_fork, after_fork_parent, after_fork_child)) {
        pthread_key_delete(end_key);
        rt_state = RT_OFF;
        return;
    }
    has_key = true;
    rt_watch_end();
    watch_clones();
    if (rt_options.callers)
        rt_images_begin();
    if (is_asked_for())
        open_log(false);
    else
        rt_state = RT_LATER;
}

/* From .preinit_array libc has no environment yet, so what the user asks for is not known. */
static bool is_before_libc(void)
{
    return rt_state == RT_VIRGIN && !__environ;
}

bool rt_process_ready(void)
{
    int state = rt_state;
    if (state == RT_ON && !rt_is_child())
        return true;
    if (state == RT_OFF || state == RT_WAIT || state == RT_SEALED || is_before_libc())
        return false;
    if (state == RT_VIRGIN) {
        rt_keep_all(start, NULL);
        return rt_state == RT_ON;
    }
    if (!is_asked_for())
        return false;
    if (rt_is_child())
        forget_parent(false);
    return open_log(rt_forks > 0);
}

void rt_process_consented(void)
{
    rt_pid = getpid();
    if (rt_alive)
        *rt_alive = 1;             /* whoever waited, the parent or we */
    open_log(false);
}

void rt_start(void)
{
    start(NULL);
}

/* ---- exit ---- */

void rt_counters_write_all(bool unloaded)
{
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        for (struct rt_record *r = t->gone ? NULL : t->records; r; r = r->next)
            if (!r->closed && (!unloaded || rt_record_is_live(r)))
                rt_counter_settle(r, true);
}

static bool finish(uint64_t *instances)
{
    struct rt_held held = { .held = false };
    bool sealed = rt_state == RT_SEALED;
    struct rt_thread *own = rt_tls.busy || sealed ? NULL : rt_tls.self;   /* exit in a handler */
    rt_tls.busy = UINT64_MAX;
    RT_BARRIER();
    while (own && own->depth)
        rt_instance_pop(own, 0, true);
    bool unloaded = rt_modules_unloaded();
    if (!sealed && !rt_lock(&held, RT_WAIT_LONG))
        return false;
    /* What exit() in a handler interrupted does not go on. */
    if (rt_tls.self)
        rt_records_repair(rt_tls.self, NULL);
    if (!sealed)
        rt_compact_flush_all();
    rt_counters_write_all(unloaded);
    rt_samplers_write_all();
    if (!sealed) {
        rt_inhouse_finish();
        rt_contexts_write();
        rt_runs_finish();
        rt_spent_write(true);
    }
    rt_state = RT_OFF;
    /* Of modules that are shipped nothing is left on the desk, not even that they ran. */
    bool foreign = rt_elsewhere && !sealed && !rt_target_count && !rt_inhouse_any();
    bool written = rt_log_finish(rt_runs_short() ? ALOG_STOPPED : ALOG_FINISHED);
    if (foreign) {
        rt_file_remove(&rt_log_file);
        written = false;
    }
    *instances = rt_blocks_written();
    rt_unlock(&held);
    return written;
}

/* The last destructor of the program: priority 101, after all of atexit.  Or of
 * a library that has the runtime inside and is unloaded: threads that end later
 * must not come here. */
__attribute__((destructor(101))) static void at_exit(void)
{
    bool sealed = rt_state == RT_SEALED;
    if (rt_inhouse_any() || rt_contexts_any())
        rt_process_ready();     /* of a child that was profiled in-house only, or has contexts only */
    uint64_t instances = 0;
    bool written = (rt_state == RT_ON || sealed) && !rt_is_child() && finish(&instances);
    if (has_key)
        pthread_key_delete(end_key);
    has_key = false;
    rt_inhouse_leave_threads();
    rt_contexts_leave_threads();
    rt_state = RT_OFF;
    if (!sealed) {
        rt_exit_message(written, instances);
        rt_free_unloaded();
    }
}
