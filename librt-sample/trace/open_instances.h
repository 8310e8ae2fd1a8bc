/* SPDX-License-Identifier: MIT
 * Open instances (trace/open_instances.c, trace/write_ended.c). */
#ifndef RT_OPEN_INSTANCES_H
#define RT_OPEN_INSTANCES_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;
struct rt_record;
struct rt_instance;
struct rt_beginning;
struct rt_lease;
struct rt_pair;

/* The instance of the record that begins, its index-th of the run; its token, 0: no room. */
uint32_t rt_instance_push(struct rt_thread *, struct rt_record *, const struct rt_beginning *);
/* The only open instance has ended, and there is nothing unusual about it; false: there is. */
bool rt_instance_end(struct rt_thread *, uint64_t cost);
/* Analyse what the buffer holds, for the innermost instance. */
void rt_flush(struct rt_thread *);
/* The context of the instance that has just begun: by the words that its caller pushed. */
void rt_context_ask(struct rt_thread *, const uint64_t *words);
/* An instance's context, once, where it is to be told; false: it must be done alone.  Of a thread that has a walk: no
 * other knows a context.  (trace/context_of.c) */
bool rt_context_tell(struct rt_thread *, struct rt_lease *, struct rt_instance *, struct rt_pair *, bool alone);
/* An instance that ended, into the log (trace/write_ended.c).  longest: of a recursion's chain, else 0.  May take the
 * lock. */
bool rt_instance_log(struct rt_thread *, struct rt_instance *, uint64_t cost, uint64_t longest);
/* At a slow path's end: accesses may go into the innermost instance's table. */
void rt_lend(struct rt_thread *);
/* A slow path was left by a jump: its structures are not to be trusted.  What
 * is open is lost, with its memory. */
void rt_trace_abandon(struct rt_thread *);
/* Memory of open instances, which are forgotten: in a fork's child. */
void rt_trace_release(struct rt_thread *);
/* The thread's open instances are cut here.  A loop's is closed when the program
 * has left the traced code, a recursion's at its end. */
/* From here on the innermost one is thinned. */
void rt_trace_thin(struct rt_thread *);
void rt_trace_leave(struct rt_thread *);
/* Close the innermost instance: into its parent, into the log. */
void rt_instance_pop(struct rt_thread *, uint64_t cost, bool cut);
void rt_called(struct rt_thread *, const char *name, uint64_t count);

#endif
