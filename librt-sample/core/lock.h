/* SPDX-License-Identifier: MIT
 * Who may change what threads share (core/lock.c). */
#ifndef RT_LOCK_H
#define RT_LOCK_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;

/* Signals that are kept out. */
struct rt_held {
    uint64_t mask;              /* as they were */
    bool held;                  /* by this one: not by one around it */
    bool within;                /* another one's */
};

#define RT_WAIT_SHORT 120u      /* 5 ms at least; what is missed then can be done later */
#define RT_WAIT_FIRST 4000u     /* 0.2 s at least: a thread's only instance may be lost */
#define RT_WAIT_LONG 40000u

/* Under the lock: from here on rt_share lets the thread in; from here on it does not. */
void rt_share_join(struct rt_thread *);
void rt_share_part(struct rt_thread *);
void rt_share_forget(void);
/* The state is RT_SEALED since just now: until no other thread makes a system call here,
 * or for some time.  Under the lock. */
void rt_wait_for_sealed(void);
void rt_hold_signals(struct rt_held *); /* all that can be blocked */
void rt_let_signals(const struct rt_held *);
unsigned rt_wait_turn(unsigned turn);   /* what RT_WAIT_* count: yields first, then sleeps; how many there were then */
bool rt_lock(struct rt_held *, unsigned wait);  /* false: not to be had */
void rt_unlock(struct rt_held *);
void rt_lock_reset(void);

#endif
