/* SPDX-License-Identifier: MIT
 *
 * The state of the process as a whole.  It lies at the bottom: everybody reads it, few write it
 * (process/lifetime.c, process/syscall_filter.c, sample/process_runs.c, entry/api.c). */
#ifndef RT_STATE_H
#define RT_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Against the compiler: one thread and its signal handlers see stores in program order. */
#define RT_BARRIER() atomic_signal_fence(memory_order_seq_cst)

/* Of variables that are large, or that few processes touch: they lie behind all others, which share
 * few pages so. */
#define RT_LARGE __attribute__((section(".bss.large")))

#pragma GCC visibility push(hidden)     /* else the compiler asks the linker's table for their addresses */

/* Virgin: before the start.  Later: a fork's child, whose log begins at its first entry point; or a process in
 * which no module may record for it (rt_asked).
 * Wait: for the user's consent.  Sealed: no system call may be made (process/syscall_filter.c), but counting
 * goes on. */
enum rt_state { RT_VIRGIN, RT_LATER, RT_ON, RT_OFF, RT_WAIT, RT_SEALED };
extern _Atomic int rt_state;
extern _Atomic bool rt_waited;          /* it has been RT_WAIT: what ran before does not count */
extern _Atomic bool rt_elsewhere;       /* a target ran whose data is not for this log */
extern _Atomic bool rt_asked;           /* something may record for this process's log: until then it waits, in RT_LATER */
extern _Atomic bool rt_shut;            /* the program filters its system calls, whatever the state */

/* Not 0: no instance that begins is traced. */
enum { RT_BY_PROGRAM = 1, RT_WITHDRAWN = 2, RT_LOST = 4 };
extern _Atomic unsigned rt_paused;

extern _Atomic uint32_t rt_run;         /* number of the run that goes on (sample/process_runs.c) */
extern _Atomic bool rt_has_runs;        /* there may be more than one */
extern _Atomic bool rt_counts_short;    /* of this run: an instance may be missing */
extern _Atomic uint64_t rt_order;       /* traced instances begun */

extern uint64_t rt_start_ms;            /* when the log began, as rt_now_ms */
uint64_t rt_now_ms(void);               /* monotonic */

/* ---- whose process it is ---- */

extern unsigned rt_forks;               /* forks between this process and the first one */
extern pid_t rt_pid;                    /* where the kernel cannot wipe pages in children */
extern volatile uint32_t *rt_alive;     /* 1; the kernel wipes it to 0 in a child; NULL: it cannot */
bool rt_is_child_by_number(void);       /* by the process's number, which takes a system call */
/* Is this a child of the process whose log it is?  false, too: unknown, when sealed. */
static inline bool rt_is_child(void)
{
    return rt_alive ? !*rt_alive : rt_is_child_by_number();
}

#pragma GCC visibility pop

#endif
