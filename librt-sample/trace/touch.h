/* SPDX-License-Identifier: MIT
 *
 * Accesses into the instances' tables (trace/touch.c), and what bounds the time of all work whose
 * length the program decides: by the line, by the character.
 */
#ifndef ALGOPROF_RT_TOUCH_H
#define ALGOPROF_RT_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;
struct rt_instance;

/* Work of about so many iterations or lines comes: has the thread outgrown the budget?  The clock is
 * looked at as by poll, when as many as between two polls are done. */
bool rt_is_over(struct rt_thread *, uint64_t work);
/* The same, and then its instances are left.  false: they are, nothing is traced any more. */
bool rt_go_on(struct rt_thread *, uint64_t work);
/* Strides that reach into [from, to), which is to be entered by lines, are entered by their elements, unless it is
 * little.  false: the budget was outgrown. */
bool rt_make_way(struct rt_thread *, struct rt_instance *, uint64_t from, uint64_t to);
/* An access; [low, sp of the instance) is young stack and left out. */
void rt_touch(struct rt_thread *, uint64_t low, uint64_t address, uint64_t size, unsigned flags);
/* Accesses of `size` bytes, `step` bytes apart. */
void rt_touch_steps(struct rt_thread *, uint64_t low, uint64_t address, uint64_t count, int64_t step, uint64_t size,
                    unsigned flags);
/* The host's memory moved (realloc), and what the open instances saw with it. */
void rt_moved(struct rt_thread *, uint64_t from, uint64_t to, uint64_t size);
/* The parent saw what the child saw, but for [low, high). */
void rt_merge(struct rt_thread *, struct rt_instance *parent, const struct rt_instance *child, uint64_t low,
              uint64_t high);

#endif
