/* SPDX-License-Identifier: MIT
 * The process: its start, its forks, its end (process/lifetime.c, process/syscall_filter.c). */
#ifndef RT_PROCESS_STATE_H
#define RT_PROCESS_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <algoprof/rt_abi.h>

struct rt_thread;

void rt_start(void);                    /* once, before anything else */
bool rt_process_ready(void);            /* create what must be; false: off */
void rt_process_consented(void);        /* waiting: begin now */

/* At exit, with ALGOPROF_VERBOSE: where the log lies and how many instances it has, or that none was written, and which
 * variables were malformed (process/exit_message.c). */
void rt_exit_message(bool written, uint64_t instances);

/* ---- a library with the runtime inside (process/runtime_unload.c) ---- */

void rt_watch_end(void);                /* at its start */
void rt_free_unloaded(void);            /* all memory, if it is being unloaded: at its end, when nothing is on */

/* Of all records that can be read, into the log.  unloaded: rt_modules_unloaded. */
void rt_counters_write_all(bool unloaded);

/* ---- sealing (process/syscall_filter.c) ---- */

bool rt_seal(struct rt_thread *);       /* false: it cannot be */
/* An instance begins while sealed. */
void rt_count_sealed(const struct algoprof_site *, struct algoprof_hot *);

#endif
