/* SPDX-License-Identifier: MIT
 * The memory of threads' state (core/thread_memory.c). */
#ifndef RT_THREAD_MEMORY_H
#define RT_THREAD_MEMORY_H

#include "core/thread.h"

/* Bytes of one: the thread, and its first areas. */
#define RT_THREAD_BYTES (14 * (size_t)4096)
#define RT_THREAD_OWN ((sizeof(struct rt_thread) + 4095) & ~(size_t)4095)
#define RT_FIRST_THREADS 4u
void rt_spare_lend(void *areas);        /* zeros, for so many threads; once */
bool rt_spare_any(void);                /* has one that ended left its mapping? */
/* One that nobody has, the thread's fields zeros; NULL: none. */
struct rt_thread *rt_spare_map(void);   /* a new one */
struct rt_thread *rt_spare_take(void);  /* under rt_lock */
/* The thread's memory is not used any more: keep it for another one, under rt_lock; false: it has to go. */
bool rt_spare_keep(struct rt_thread *);
void rt_spare_forget(void);             /* what they point to is not to be trusted */

#endif
