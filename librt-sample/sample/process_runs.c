/* SPDX-License-Identifier: MIT
 *
 * Runs of the process: one that lives long closes one and begins the next in its log, by
 * algoprof_process_run_begin () and algoprof_process_run_end (), or when ALGOPROF_EPOCH is over.
 * Records that are in their thread's own run (sample/thread_runs.c) are left out of all of this.
 *
 * That is noticed where a thread comes by anyway, a sampled start mostly: while
 * nobody does the run goes on.  Who notices closes the run for all threads, under
 * the lock: it reads their counts as they are at that moment, writes them as final,
 * and remembers them, since records go on counting; the run's counts are the
 * differences.  The sampler begins anew.  Another thread's records are sampled in
 * the new run when that thread comes by; until then it counts only. */
#include "sample/process_runs.h"
#include "base/options.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/log.h"
#include "budget/start_or_leave.h"
#include "sample/thread_runs.h"
#include "sample/target_on_thread.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>
#include <algoprof/rt_abi.h>
#include <string.h>
#include <time.h>

#define LAST_NUMBER 65535u

static _Atomic uint64_t deadline_ms;    /* of the epoch; 0: it has none */

/* Under the lock. */
static struct {
    bool no_more;
    unsigned tries;             /* to close it */
    bool any_short;             /* of the runs that are closed */
    uint32_t last_number;       /* of all runs, threads' too */
} now;

/* What was said last by any thread, and in which run, from 1. */
static _Atomic uint64_t user_size;
static _Atomic uint32_t user_run;

static void set_deadline(void)
{
    deadline_ms = rt_options.epoch_ms ? rt_now_ms() + rt_options.epoch_ms : 0;
}

bool rt_runs_start(uint64_t start_time)
{
    rt_run_now.start_time = start_time;
    rt_has_runs = rt_options.epoch_ms != 0;
    set_deadline();
    return rt_run_ensure(&rt_run_now);
}

/* A child begins in what its parent was doing: label and size stay. */
void rt_runs_forget(void)
{
    user_run = user_run == rt_run + 1 ? 1 : 0;
    rt_own_runs_forget();
    rt_run = rt_run_now.number = now.last_number = 0;
    rt_run_now.flags = 0;
    rt_run_now.written = rt_run_now.writing = now.no_more = now.any_short = false;
    now.tries = 0;
}

bool rt_runs_short(void)
{
    return rt_counts_short || now.any_short;
}

/* The run's size, and the flags that say where it is from: who called the program may know that of its first run. */
static uint32_t find_size(uint64_t *size)
{
    bool said = user_run == rt_run + 1, commanded = !said && rt_run == 0 && rt_options.size;
    *size = said ? user_size : commanded ? rt_options.size : 0;
    return (said || commanded ? ALOG_R_SIZED : 0) | (commanded ? ALOG_R_COMMAND : 0);
}

static void write_end(void)
{
    struct alog_run_end end = { .time = rt_now_ms() - rt_start_ms, .flags = rt_counts_short ? ALOG_R_SHORT : 0 };
    end.flags |= find_size(&end.user_size);
    rt_log_append(rt_run, ALOG_RUN_END, &end, sizeof end);
    now.any_short |= rt_counts_short;
    rt_counts_short = false;
}

void rt_runs_finish(void)
{
    uint64_t size;
    if (rt_run_now.written && (rt_run || find_size(&size)))
        write_end();
    rt_own_runs_finish();
}

/* ---- the end of a run ---- */

/* Is it the process's run that the record counts into? */
static bool is_of_process(const struct rt_record *r)
{
    return !r->is_parked;
}

/* For what closing the run and beginning the next one takes at most: a run that
 * is begun can be closed. */
static bool has_room(void)
{
    const size_t block = sizeof(struct alog_block);
    uint64_t need = 4096 + rt_target_count * (uint64_t)(block + sizeof(struct alog_sampler));
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        for (struct rt_record *r = t->records; r; r = r->next)
            need += 2 * (block + sizeof(struct alog_counter));
    return now.last_number < LAST_NUMBER && rt_log_room() >= need;
}

bool rt_run_number(uint32_t *number)
{
    if (now.no_more || !has_room())
        return false;
    *number = ++now.last_number;
    return true;
}

/* Can its counts be read? */
static bool is_live(const struct rt_record *r, bool unloaded)
{
    return r->hot && !r->closed && (!unloaded || rt_record_is_live(r));
}

static bool did_anything(struct rt_record *r)
{
    uint64_t instances, cost;
    return !rt_counts(r, &instances, &cost) || instances != r->run_instances || cost != r->run_cost;
}

/* Could the run's number be the next one's? */
static bool is_empty(void)
{
    bool unloaded = !rt_run_now.written && rt_modules_unloaded();
    for (struct rt_thread *t = rt_run_now.written ? NULL : rt_threads; t; t = t->next)
        for (struct rt_record *r = t->gone ? NULL : t->records; r; r = r->next)
            if (is_of_process(r) && (r->run != rt_run || (is_live(r, unloaded) && did_anything(r))))
                return false;
    return !rt_run_now.written;
}

static bool is_held(const struct rt_record *r)
{
    return r->counting == RT_COUNTS_OTHER;
}

static void let_counts(void)
{
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        for (struct rt_record *r = t->gone ? NULL : t->records; r; r = r->next)
            if (is_held(r))
                rt_counter_let(r);
}

/* Of all threads.  An owner may be kept from running in the middle of writing them: then none are
 * held, the lock can be others' for a while, and it is tried again. */
#define MOST_TRIES 40u          /* of 5 ms at least; then the counts of that one are the next run's */
static bool hold_counts(void)
{
    bool unloaded = rt_modules_unloaded(), last = ++now.tries >= MOST_TRIES;
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        for (struct rt_record *r = t->gone ? NULL : t->records; r; r = r->next) {
            if (!is_of_process(r) || rt_counter_hold(r, is_live(r, unloaded)))
                continue;
            if (!last && !r->in_vain) {
                let_counts();
                return false;
            }
            rt_counter_missing(r);
        }
    now.tries = 0;
    return true;
}

/* due: of an instance of `self` that belongs to the next run already. */
static void close_counts(const struct rt_thread *self, const struct algoprof_hot *due)
{
    for (struct rt_thread *t = rt_threads; t; t = t->next)
        for (struct rt_record *r = t->gone ? NULL : t->records; r; r = r->next)
            if (is_held(r)) {
                rt_counter_next_run(r, due && t == self && r->hot == due);
                r->run = now.last_number + 1;
            }
}

enum next { NEXT_BEGUN, NEXT_NEVER, NEXT_LATER };

/* All of the run is final before its end is in the log, and that is there before
 * anything of the next run. */
static enum next next_run(uint32_t flags, const char *label, const struct rt_thread *self, const struct algoprof_hot *due)
{
    if (!is_empty()) {
        if (now.no_more)
            return NEXT_NEVER;
        if (!has_room()) {
            now.no_more = true;
            deadline_ms = 0;
            rt_event(NULL, ALOG_E_LAST_RUN, rt_run);
            return NEXT_NEVER;
        }
        if (!hold_counts())
            return NEXT_LATER;
        rt_compact_flush_all();
        close_counts(self, due);
        rt_targets_next_run();
        rt_log_write();         /* all that is final */
        if (rt_run_now.written)
            write_end();
        rt_run = rt_run_now.number = ++now.last_number;
    }
    rt_run_now.written = false;
    rt_run_now.flags = flags;
    rt_run_now.start_time = (uint64_t)time(NULL);
    if (flags != ALOG_R_EPOCH) {
        rt_run_now.label_len = label ? strnlen(label, RT_RUN_LABEL) : 0;
        memcpy(rt_run_now.label, label ? label : "", rt_run_now.label_len);
    }
    set_deadline();
    if (flags != ALOG_R_BETWEEN)
        rt_run_ensure(&rt_run_now);
    rt_log_write();
    return NEXT_BEGUN;
}

bool rt_run_join(struct rt_thread *t, struct rt_record *r, uint64_t less)
{
    if (t->own)
        return rt_own_run_join(t, r, less);
    if (r->run == rt_run)
        return true;
    if (!rt_counter_hold(r, true))
        return false;
    rt_counter_next_run(r, less);
    r->run = rt_run;
    return true;
}

void rt_runs_look_again(struct rt_thread *t, const struct algoprof_hot *due)
{
    for (struct rt_record *r = t->records; r; r = r->next) {
        if (!r->hot || r->closed)
            continue;
        r->phase = RT_NEW;
        if (r->hot != due)
            rt_record_arm(r, 0);
        if (r->inner) {
            r->inner->phase = RT_NEW;
            rt_record_arm(r->inner, 0);
        }
    }
}

/* The thread's records are looked at in the new run at their next instance. */
static void follow(struct rt_thread *t, const struct algoprof_hot *due)
{
    if (t->own || t->run == rt_run)
        return;
    for (struct rt_record *r = t->records; r; r = r->next)
        if (r->hot && !r->closed)
            rt_run_join(t, r, r->hot == due);
    rt_runs_look_again(t, due);
    t->run = rt_run;
}

bool rt_runs_follow(struct rt_thread *t, const struct algoprof_hot *due)
{
    struct rt_held held;
    if (!rt_has_runs)
        return true;
    uint64_t deadline = deadline_ms;
    bool over = deadline && rt_now_ms() >= deadline;
    if (!over && rt_run_is_current(t))
        return true;
    rt_records_check(t, rt_modules_unloaded());
    if (!rt_lock(&held, RT_WAIT_SHORT))
        return rt_run_is_current(t);
    if (rt_state != RT_ON) {    /* the log was finished meanwhile */
        rt_unlock(&held);
        return false;
    }
    if (over && deadline_ms == deadline)
        next_run(ALOG_R_EPOCH, NULL, t, due);
    if (t->own && !rt_run_is_current(t))
        rt_own_run_leave(t, due);
    follow(t, due);
    rt_unlock(&held);
    return true;
}

/* ---- as the program says ---- */

static enum next try_change(struct rt_thread *t, uint32_t flags, const char *label)
{
    struct rt_held held;
    enum next done = NEXT_NEVER;
    if (!rt_lock(&held, RT_WAIT_LONG))
        return done;
    rt_has_runs = true;
    if (rt_state == RT_ON)
        done = next_run(flags, label, t, NULL);
    if (done == NEXT_BEGUN)
        user_run = rt_tls.user_run = 0;
    if (done != NEXT_LATER)
        follow(t, NULL);
    rt_unlock(&held);
    return done;
}

bool rt_runs_change(struct rt_thread *t, uint32_t flags, const char *label)
{
    enum next done;
    rt_records_check(t, rt_modules_unloaded());
    do
        done = try_change(t, flags, label);
    while (done == NEXT_LATER);
    return done == NEXT_BEGUN;
}

void rt_user_size_set(unsigned long n)
{
    struct rt_thread *t = rt_tls.self;
    struct rt_own_run *own = t && t->own && t->own->owner == t ? t->own : NULL;
    uint32_t run = (own ? own->now.number : atomic_load_explicit(&rt_run, memory_order_relaxed)) + 1;
    rt_tls.user_size = n;
    rt_tls.user_run = run;
    if (own) {
        own->user_size = n;
        own->sized = true;
        return;
    }
    atomic_store_explicit(&user_size, n, memory_order_relaxed);
    atomic_store_explicit(&user_run, run, memory_order_relaxed);
}

/* What the thread said itself comes first. */
bool rt_user_size(const struct rt_thread *t, uint64_t *size)
{
    uint32_t run = t->run + 1;
    const struct rt_own_run *own = t->own;
    if (t->tls->user_run == run) {
        *size = t->tls->user_size;
        return true;
    }
    if (!own) {
        *size = user_size;
        return user_run == run;
    }
    *size = own->user_size;
    return own->sized;
}
