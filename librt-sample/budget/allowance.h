/* SPDX-License-Identifier: MIT
 * What tracing may still take, and what it took (budget/allowance.c).  All ns of CPU time; any thread, side by side, may ask. */
#ifndef RT_ALLOWANCE_H
#define RT_ALLOWANCE_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;

#define RT_LOOK_NS 300u         /* at the thread's clock: a system call */
#define RT_WALL_NS 30u          /* at the wall's, which is none */

/* The start of the process, or of a thread, has cost so much; its end will cost about
 * as much again.  is_main: the process's first thread. */
void rt_account_started(uint64_t ns);
void rt_account_thread(uint64_t ns, bool is_main);
bool rt_account_has_threads(void);      /* besides the first */
/* What the thread has done is charged. */
void rt_account_settle(struct rt_thread *);
/* It looks at its CPU time, which stays as it was where that cannot be told. */
void rt_account_look(struct rt_thread *);
bool rt_account_is_old(void);           /* nobody has looked for a second */
/* The program's own CPU time, so far as it is known. */
double rt_account_plain_ns(void);
/* What may be spent now; below 0: too much was. */
double rt_account_saved(void);
/* What may have been spent on targets, in all, when the program's own CPU time is `plain', of which `since' was over
 * when they began; to_come: the part of it, 0 to 1, that is kept for others until half of
 * it would be released, and less from there on. */
double rt_account_released(double plain, double since, double to_come);
/* How often the program's own CPU time has doubled since then, from 0.5 ms on. */
double rt_account_doublings(double plain, double since);
/* CPU time that the thread may have had since it looked, at most: the wall's.  INFINITY: long, or it cannot be told. */
double rt_account_unseen_ns(struct rt_thread *);
/* What is saved while the program has so much CPU time. */
double rt_account_income(double plain_ns);
/* What was spent on them. */
double rt_account_told_ns(void);
/* The same, UINT64_MAX: it is not counted; and all CPU time that was seen. */
void rt_account_seen(uint64_t *traced_ns, uint64_t *process_ns);
void rt_account_forget(void);

#endif
