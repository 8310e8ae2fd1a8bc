/* SPDX-License-Identifier: MIT
 *
 * Activations by calling context and size, where the contexts mode is on beside in-house mode.  A context is a path of
 * routines, as the thread's pending activations have it; levels of a recursion are one (Ammons, Ball, Larus 1997). */
#ifndef RT_BY_CONTEXT_H
#define RT_BY_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

struct rt_inhouse;
struct algoprof_frame;
struct rt_by_context;

/* For a thread that begins; NULL: the mode is off, or there is no memory. */
struct rt_by_context *rt_by_context_begin(void);
void rt_by_context_end(struct rt_by_context *);
/* The activation ends. */
void rt_by_context_add(struct rt_inhouse *, const struct algoprof_frame *, uint64_t size, uint64_t cost);
/* Writes a routine, once; false: the log is full. */
typedef bool rt_routine_teller(uint32_t number);
/* Under rt_lock, into the log; false: it is full. */
bool rt_by_context_write(struct rt_inhouse *, unsigned cell, rt_routine_teller *);
/* All that was counted is forgotten; none is in this process's log. */
void rt_by_context_forked(struct rt_by_context *);

#endif
