/* SPDX-License-Identifier: MIT
 * A thread's life (process/thread_lifetime.c). */
#ifndef RT_THREAD_LIFE_H
#define RT_THREAD_LIFE_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;
struct rt_held;

void rt_threads_begin(void);             /* a log begins: draws what their samples are drawn from */
/* The calling thread's; f is called with all registers kept, held: its signals.  NULL: no memory; takes rt_lock. */
struct rt_thread *rt_thread_new(const struct rt_held *held, void (*f)(void *));
void rt_thread_end(struct rt_thread *); /* counts stay in the log */
void rt_thread_end_sealed(struct rt_thread *);  /* likewise (process/syscall_filter.c) */
void rt_thread_attach(void);            /* make rt_tls.self; stays NULL without memory */
uint64_t rt_blocks_written(void);      /* instances in the log; under rt_lock, unless sealed */
void rt_threads_forget(bool safe);     /* in a child; safe: they were not changed while it was made */

#endif
