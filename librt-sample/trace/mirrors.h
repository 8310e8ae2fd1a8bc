/* SPDX-License-Identifier: MIT
 * Mirrors, traced copies of functions (trace/mirrors.c). */
#ifndef RT_MIRRORS_H
#define RT_MIRRORS_H

struct rt_thread;

/* NULL: it has none.  own: the entry point `lookup' of this runtime. */
void *rt_find_mirror(struct rt_thread *, const void *function, const void *own);
void rt_found_release(struct rt_thread *);

#endif
