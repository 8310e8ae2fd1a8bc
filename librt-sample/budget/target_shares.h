/* SPDX-License-Identifier: MIT
 * What each of several targets may have of what is saved (budget/target_shares.c).  All by any thread, side by side. */
#ifndef RT_TARGET_SHARES_H
#define RT_TARGET_SHARES_H

#include <stdbool.h>
#include <stdint.h>

struct rt_target;
struct rt_costs;

/* The modules that are loaded have so many targets. */
void rt_claims_expect(uint32_t targets);
bool rt_claims_expects_more(void);      /* than were executed */
uint32_t rt_claims_targets(void);       /* so many share the budget: at least 1 */
/* A target begins, which a command of the compiler marked, and perhaps all others with it, or the source; the program's own CPU time, and
 * what it was when the first one did. */
void rt_claims_begin(double now_ns, bool by_command);
double rt_claims_since_ns(void);
/* A target was heard to have run so many more instances, of so many iterations together. */
void rt_claims_hear(struct rt_costs *, uint64_t instances, uint64_t cost);
/* Its part of all that is spent on targets, above 0, at most 1. */
double rt_claims_share(const struct rt_target *);
/* Of the allowance, the part that is kept for targets that have not come, 0 to 0.5. */
double rt_claims_to_come(void);
/* A target's part when it begins, 1 / targets^(3/4), or half for the first of several that a command marked: how seldom it looks
 * again follows it. */
double rt_claims_first(void);
/* A target's first instance may take that part of what is there at least: the same, but for the first target of several that a command
 * marked: it is most often the program's main loop, which runs once and is cut anyway. */
double rt_claims_trial(void);
/* It lacks so many ns for its next pair, which are its due; now_ns: the program's own CPU time, in which a claim that is not
 * made again grows old. */
void rt_claims_make(const struct rt_target *, double ns, double now_ns);
/* It looks again in so many ns of the program's own CPU time, about: its claim, if it has one, holds until then. */
void rt_claims_wait(const struct rt_target *, double ns, double now_ns);
/* It has what it claimed, if it did. */
void rt_claims_met(const struct rt_target *);
/* So many ns it has to leave to one that has had less of its part. */
double rt_claims_before(const struct rt_target *, double now_ns);
void rt_claims_forget(void);

#endif
