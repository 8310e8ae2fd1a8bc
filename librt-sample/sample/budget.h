/* SPDX-License-Identifier: MIT
 * The budget (sample/budget.c). */
#ifndef ALGOPROF_RT_BUDGET_H
#define ALGOPROF_RT_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;
struct rt_record;
struct rt_instance;

/* An instance is due: a look at the clock, from which on its cost counts.  entered is cleared when it has begun. */
void rt_budget_enter(struct rt_thread *);
/* May a pair start?  first: of its target, which always may. */
bool rt_budget_start(struct rt_thread *, struct rt_record *, bool first);
/* May the second of the pair be traced, after what the first cost? */
bool rt_budget_second(struct rt_thread *, struct rt_record *);
void rt_budget_release(struct rt_record *);     /* what its open pair has reserved */
/* A traced instance has ended: its cost in iterations. */
void rt_budget_ended(struct rt_thread *, struct rt_record *, unsigned place, uint64_t cost);
/* The open instances are left: what they cost is known now. */
void rt_budget_left(struct rt_thread *);
/* An instance that was left has ended: its cost until then, if that is known, else, more or less, to
   its end. */
void rt_budget_closed(struct rt_record *, uint64_t cost, bool known);
/* The thread's outermost traced instance begins. */
void rt_budget_open(struct rt_thread *, const struct rt_instance *);
/* The start of the process, or of a thread, has cost so much; its end will cost about
 * as much again.  is_main: the process's first thread. */
void rt_budget_begun(uint64_t ns);
void rt_budget_thread(uint64_t ns, bool is_main);
/* Traced code asks: has it outgrown what is saved? */
bool rt_budget_outgrown(struct rt_thread *);
/* Is what is saved too little for so much more? */
bool rt_budget_too_short(struct rt_thread *, uint64_t ns);
/* Iterations of traced code until it asks. */
int64_t rt_budget_fuel(void);
/* Instances until the next pair's cost is probably saved. */
int64_t rt_budget_wait(const struct rt_thread *, const struct rt_record *);
/* CPU time of traced instances (UINT64_MAX: not measured), and all that was seen. */
void rt_budget_seen(uint64_t *traced_ns, uint64_t *process_ns);
void rt_budget_forget(void);

#endif
