/* SPDX-License-Identifier: MIT
 * What the runtime's own work takes (budget/prices.c). */
#ifndef ALGOPROF_RT_PRICES_H
#define ALGOPROF_RT_PRICES_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;
struct rt_instance;

/* Of a thread, since it began: what traced code made the runtime do.  What is counted elsewhere too
 * (rt_tls, open chains) is added when the price is asked. */
struct rt_done {
    uint64_t words;             /* told by the quick paths, those of whole ranges with them */
    uint64_t visits;            /* slow paths */
    uint64_t compared;          /* calls that compare two short strings */
    uint64_t steps;             /* lines, elements, characters, one by one */
    uint64_t calls;             /* of recursions */
    uint64_t writes;            /* of the log into its file */
    double fixed_ns;            /* begins and ends of instances, on the machine that the prices are of */
    double charged_ns;          /* of all of it, there */
    uint64_t grown_ns;          /* of large tables' growth, as the thread's clock told it, that is not charged yet */
};

/* Looks how fast the machine is now, if the last look is old by what the process has traced since (traced_ns, of all
 * threads): prices are times 0.3 to 4 of those of the machine that they were measured on.  The least of the last looks
 * holds: a look may be disturbed. */
void rt_price_calibrate(double traced_ns);
/* What the thread has done that is not charged yet, in ns; all of it is charged then. */
uint64_t rt_price_take(struct rt_thread *);
/* An end, with the lines that the instance saw: sorted and written. */
double rt_price_lines(uint64_t lines);
double rt_price_growth(uint64_t lines);
/* An instance begins; it ends: both are charged with the rest. */
void rt_price_begun(struct rt_thread *, bool is_cold);
void rt_price_ended(struct rt_thread *, struct rt_instance *);
/* Of an instance, what comes seldom and says nothing of the next one: so many steps of the log, what a target's
 * first one takes besides, and that its table had to grow: the next one's begins as large. */
double rt_price_once(const struct rt_instance *, uint32_t writes, bool is_cold);
/* So many iterations or calls of traced code are done, of an instance that goes on. */
void rt_price_polled(struct rt_thread *, uint64_t units);
/* Of words that are told by themselves, and nearly all thinned out. */
double rt_price_thinned(uint64_t words);
/* Of an instance, whatever it does. */
double rt_price_fixed(void);
/* So much on the machine that the prices are of, on this one. */
double rt_price_here(double ns);
void rt_price_forget(void);

#endif
