/* SPDX-License-Identifier: MIT
 * Runs that belong to a thread (sample/thread_runs.c). */
#ifndef RT_THREAD_RUNS_H
#define RT_THREAD_RUNS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <algoprof/rt_abi.h>
#include "core/state.h"
#include "core/thread.h"
#include "log/log.h"

struct rt_target;

struct rt_own_run {
    struct rt_run_now now;
    struct rt_own_run *next;            /* of those that are open, or that are not used */
    uint64_t handle;                    /* what the program calls it by; never given twice */
    struct rt_thread *_Atomic owner;    /* whose instances are the run's; NULL: nobody's for now */
    uint32_t users;             /* threads that were its owner and have not come by since */
    bool ended;
    bool is_short;              /* counts of it are not whole */
    _Atomic bool sized;
    _Atomic uint64_t user_size;
    struct rt_target *targets;
};

/* Is the run that the thread samples in still its? */
static inline bool rt_run_is_current(const struct rt_thread *t)
{
    return t->own ? t->own->owner == t : t->run == rt_run;
}

/* A run begins, and is the thread's.  label: NULL, or what it is called, cut at RT_RUN_LABEL bytes.
 * Its handle; 0: no memory, no lock, no room in the log, or too many. */
uint64_t rt_own_run_begin(struct rt_thread *, const char *label);
/* An open run becomes the thread's, and no other's any more; false: there is none of that handle. */
bool rt_own_run_attach(struct rt_thread *, uint64_t handle);
/* A run is over, whosesoever it is; likewise. */
bool rt_own_run_end(struct rt_thread *, uint64_t handle);

/* The rest is under the lock. */
/* As rt_run_join, where the thread has a run of its own. */
bool rt_own_run_join(struct rt_thread *, struct rt_record *, uint64_t less);
/* The thread's records go on in the process's run.  due: of an instance that begins just now, or NULL. */
void rt_own_run_leave(struct rt_thread *, const struct algoprof_hot *due);
void rt_own_runs_finish(void);          /* the log is finished: the ends of those that are open */
void rt_own_runs_forget(void);          /* in a fork's child */

#endif
