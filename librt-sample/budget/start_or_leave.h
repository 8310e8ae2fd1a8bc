/* SPDX-License-Identifier: MIT
 * The budget (budget/start_or_leave.c). */
#ifndef ALGOPROF_RT_START_OR_LEAVE_H
#define ALGOPROF_RT_START_OR_LEAVE_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;
struct rt_record;
struct rt_instance;
struct rt_target;

/* May a pair start?  Fast: it can be paid, but more like it would take what the rest of the run needs.  Dear: it
 * cannot be paid. */
enum rt_pay { RT_PAID, RT_FAST, RT_DEAR };
/* first: of its target in the process, which always may. */
enum rt_pay rt_budget_start(struct rt_thread *, struct rt_record *, bool first);
/* Likewise, right after that one, when the probability was lowered. */
enum rt_pay rt_budget_again(struct rt_thread *, struct rt_record *);
#define FEW_PAIRS 32u           /* that stand for the run evenly: with no more than that the next one has to wait; */
#define FEW_WAITED 48u          /* so many, once one had to */
/* May the second of the pair be traced, after what the first cost? */
bool rt_budget_second(struct rt_thread *, const struct rt_record *);
/* A traced instance begins, it has ended: its cost in iterations. */
void rt_budget_begun(struct rt_thread *, struct rt_instance *);
/* Who called it was found out, which took `ns' (of struct rt_done, fixed_ns): of it the next one takes again_ns, at any length,
 * and the rest is no part of its price. */
void rt_budget_aside(struct rt_thread *, struct rt_instance *, double ns, double again_ns);
void rt_budget_ended(struct rt_thread *, const struct rt_instance *, uint64_t cost);
/* The open instances are left. */
void rt_budget_left(struct rt_thread *);
/* An instance that was left has ended: its cost until then, if that is known, else, more or less, to
   its end; then at least `traced' of it was traced. */
void rt_budget_closed(struct rt_thread *, struct rt_record *, uint64_t cost, uint64_t traced, bool known);
/* Traced code asks, after rt_budget_polled: is the innermost instance to be thinned from here on?  true: once at most. */
bool rt_budget_thin_now(struct rt_thread *);
/* Traced code asks: has it outgrown what is saved?  polled: after rt_budget_fuel iterations or calls. */
bool rt_budget_outgrown(struct rt_thread *);
bool rt_budget_polled(struct rt_thread *);
/* Is what is saved too little for so much more? */
bool rt_budget_too_short(struct rt_thread *, uint64_t ns);
/* Iterations of traced code until it asks. */
int64_t rt_budget_fuel(void);
/* Instances until the next pair's cost is probably saved, or released, by what was said of it. */
int64_t rt_budget_wait(const struct rt_thread *, const struct rt_record *, enum rt_pay);
/* So many pairs are few. */
uint64_t rt_budget_few(const struct rt_target *);
void rt_budget_forget(void);

#endif
