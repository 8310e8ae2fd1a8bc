/* SPDX-License-Identifier: MIT
 * Runs (sample/process_runs.c). */
#ifndef RT_PROCESS_RUNS_H
#define RT_PROCESS_RUNS_H

#include <stdbool.h>
#include <stdint.h>
#include <algoprof/rt_abi.h>

struct rt_thread;
struct rt_record;

bool rt_runs_start(uint64_t start_time);        /* the log's first run; under rt_lock */
void rt_runs_finish(void);              /* close the last one; under rt_lock */
bool rt_runs_short(void);               /* counts of any of them are not whole */
void rt_runs_forget(void);
/* On slow paths: end an epoch that is over, and bring the thread's records into
 * the run that goes on.  due: of an instance that begins just now, or NULL.
 * false: not now, nothing of the thread is to be sampled. */
bool rt_runs_follow(struct rt_thread *, const struct algoprof_hot *due);
/* The owner's record counts into its thread's run of now; as rt_counter_next_run, under the lock. */
bool rt_run_join(struct rt_thread *, struct rt_record *, uint64_t less);
/* A number for a run that begins, under the lock; false: there is none left, or no room in the log to close it. */
bool rt_run_number(uint32_t *number);
/* The thread's records are to be looked at at their next instance. */
void rt_runs_look_again(struct rt_thread *, const struct algoprof_hot *due);
/* algoprof_process_run_begin (), algoprof_process_run_end (): the run that goes on is over, and the next one begins.  false: not
 * possible any more. */
bool rt_runs_change(struct rt_thread *, uint32_t flags, const char *label);
void rt_user_size_set(unsigned long n);         /* algoprof_size () */
/* What algoprof_size () says of an instance that begins; false: nothing. */
bool rt_user_size(const struct rt_thread *, uint64_t *size);

#endif
