/* SPDX-License-Identifier: MIT
 *
 * Runs of a thread's own: algoprof_run_begin (), algoprof_run_attach () and algoprof_run_end ().
 *
 * What the thread that has the run does is the run's, and what other threads do meanwhile is not: so requests that are
 * answered side by side are runs of their own.  Each target has a sampler of its own in each of them (the `base` of
 * such a target is that of the process's run); what its instances take is known of all runs together.
 *
 * A thread's records leave the process's run when it enters its own, and come back with it: their places there
 * are kept.  Each gets a target in the run at its first instance.
 *
 * Who takes a run from another thread, or ends it, brings that one's records back, as far as they count.  Their targets
 * he does not touch, since they may be in use: the other thread leaves the run when it comes by the runtime next.  Until
 * then the run and its targets stay. */
#include "sample/thread_runs.h"
#include "base/memory.h"
#include "core/lock.h"
#include "core/modules.h"
#include "core/state.h"
#include "core/thread.h"
#include "log/log.h"
#include "sample/target_on_thread.h"
#include "sample/process_runs.h"
#include "sample/sample.h"
#include <algoprof/log_format.h>
#include <string.h>
#include <time.h>

#define MOST_OPEN 1024u
#define CHUNK_BYTES 16384u      /* of memory for them */

/* Under the lock. */
static struct rt_own_run *open_runs, *unused;
static uint32_t open_count;
static uint64_t last_handle;

static struct rt_own_run *new_run(void)
{
    if (!unused) {
        struct rt_own_run *chunk = rt_map(CHUNK_BYTES);
        for (uint32_t i = 0; chunk && i < CHUNK_BYTES / sizeof *chunk; i++) {
            chunk[i].next = unused;
            unused = &chunk[i];
        }
    }
    struct rt_own_run *run = unused;
    if (run) {
        unused = run->next;
        memset(run, 0, sizeof *run);
    }
    return run;
}

static struct rt_own_run *find(uint64_t handle)
{
    struct rt_own_run *run = open_runs;
    while (run && (run->handle != handle || run->ended))
        run = run->next;
    return run;
}

/* It is over, and no thread's record is in it. */
static void release(struct rt_own_run *run)
{
    struct rt_own_run **at = &open_runs;
    while (*at && *at != run)
        at = &(*at)->next;
    if (*at)
        *at = run->next;
    rt_targets_release(run);
    run->next = unused;
    unused = run;
    open_count--;
}

static void write_end(struct rt_own_run *run)
{
    struct alog_run_end end = { .time = rt_now_ms() - rt_start_ms, .user_size = run->sized ? run->user_size : 0,
                                .flags = (run->is_short ? ALOG_R_SHORT : 0) | (run->sized ? ALOG_R_SIZED : 0) };
    rt_log_append(run->now.number, ALOG_RUN_END, &end, sizeof end);
}

/* ---- a thread and its run ---- */

/* What comes from here on is the run's. */
static bool park(struct rt_thread *t, struct rt_record *r, uint64_t less)
{
    if (!rt_counter_hold(r, true))
        return false;
    rt_compact_flush(r);
    rt_counter_park(r, less);
    r->run = t->run;
    return true;
}

bool rt_own_run_join(struct rt_thread *t, struct rt_record *r, uint64_t less)
{
    if (!rt_run_is_current(t))
        return false;           /* it was taken just now */
    if (r->target->base)
        return true;
    struct rt_target *own = rt_target_in_run(r->target, t->own);
    if (!own || (!r->is_parked && !park(t, r, less)))
        return false;
    r->thread = rt_thread_numbers++;
    r->target = own;
    return true;
}

/* The record's place in the process's run is its again. */
static void go_back(struct rt_record *r, struct rt_own_run *run, uint64_t less)
{
    if (!r->is_parked)
        return;
    if (rt_counter_hold(r, r->hot && !r->closed)) {
        rt_compact_flush(r);
        rt_counter_unpark(r, less, rt_run);
    } else {                    /* its counts are the process's from its last visit on */
        run->is_short = true;
        rt_counter_missing(r);
        r->counter = r->counter_sequence = 0;
        r->thread = r->parked.thread;
        r->is_parked = false;
    }
    r->run = rt_run;
}

void rt_own_run_leave(struct rt_thread *t, const struct algoprof_hot *due)
{
    struct rt_thread *self = t;
    struct rt_own_run *run = t->own;
    if (!run)
        return;
    for (struct rt_record *r = t->records; r; r = r->next) {
        go_back(r, run, due && r->hot == due);
        r->target = rt_target_base(r->target);
    }
    rt_runs_look_again(t, due);
    atomic_compare_exchange_strong(&run->owner, &self, NULL);
    t->own = NULL;
    t->run = rt_run;
    run->users--;
    if (run->ended && !run->users)
        release(run);
}

/* The run is no other thread's any more. */
static void take(const struct rt_thread *t, struct rt_own_run *run)
{
    struct rt_thread *owner = run->owner;
    if (!owner || owner == t)
        return;
    for (struct rt_record *r = owner->gone ? NULL : owner->records; r; r = r->next)
        go_back(r, run, 0);
    run->owner = NULL;
}

static void enter(struct rt_thread *t, struct rt_own_run *run)
{
    rt_own_run_leave(t, NULL);
    take(t, run);
    run->users++;
    run->owner = t;
    t->own = run;
    t->run = run->now.number;
    for (struct rt_record *r = t->records; r; r = r->next)
        if (r->hot && !r->closed)
            park(t, r, 0);
    rt_runs_look_again(t, NULL);
}

/* ---- as the program says ---- */

/* From the first such call on each sampled start asks whose run it is. */
static bool lock(struct rt_held *held, struct rt_thread *t)
{
    rt_records_check(t, rt_modules_unloaded());
    if (!rt_lock(held, RT_WAIT_LONG))
        return false;
    if (rt_state == RT_ON) {
        rt_has_runs = true;
        return true;
    }
    rt_unlock(held);
    return false;
}

static struct rt_own_run *begin(const char *label)
{
    uint32_t number;
    struct rt_own_run *run = open_count < MOST_OPEN ? new_run() : NULL;
    if (!run)
        return NULL;
    bool begun = rt_run_number(&number);
    if (begun) {
        run->now = (struct rt_run_now){ .number = number, .flags = ALOG_R_MARKED | ALOG_R_THREAD,
                                        .start_time = (uint64_t)time(NULL),
                                        .label_len = label ? strnlen(label, RT_RUN_LABEL) : 0 };
        memcpy(run->now.label, label ? label : "", run->now.label_len);
        rt_run_ensure(&run->now);
    }
    run->next = begun ? open_runs : unused;
    *(begun ? &open_runs : &unused) = run;
    open_count += begun;
    return begun ? run : NULL;
}

uint64_t rt_own_run_begin(struct rt_thread *t, const char *label)
{
    struct rt_held held;
    if (!lock(&held, t))
        return 0;
    struct rt_own_run *run = begin(label);
    if (run) {
        run->handle = ++last_handle;
        enter(t, run);
    }
    uint64_t handle = run ? run->handle : 0;
    rt_unlock(&held);
    return handle;
}

bool rt_own_run_attach(struct rt_thread *t, uint64_t handle)
{
    struct rt_held held;
    if (!lock(&held, t))
        return false;
    struct rt_own_run *run = find(handle);
    if (run && run->owner != t)
        enter(t, run);
    rt_unlock(&held);
    return run;
}

bool rt_own_run_end(struct rt_thread *t, uint64_t handle)
{
    struct rt_held held;
    if (!lock(&held, t))
        return false;
    struct rt_own_run *run = find(handle);
    if (run) {
        run->users++;           /* it is looked at after the thread left it */
        if (t->own == run)
            rt_own_run_leave(t, NULL);
        take(t, run);
        rt_targets_write(run);
        rt_log_write();         /* all that is final */
        write_end(run);
        rt_log_write();
        run->ended = true;
        if (!--run->users)
            release(run);
    }
    rt_unlock(&held);
    return run;
}

/* ---- the process ---- */

void rt_own_runs_finish(void)
{
    for (struct rt_own_run *run = open_runs; run; run = run->next)
        if (!run->ended) {
            rt_targets_write(run);
            write_end(run);
        }
}

void rt_own_runs_forget(void)
{
    open_runs = unused = NULL;  /* their memory stays: other threads may have been changing the lists */
    open_count = 0;
}
