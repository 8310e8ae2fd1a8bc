/* SPDX-License-Identifier: MIT
 * How much of the running stack is left (base/stack.c). */
#ifndef RT_STACK_H
#define RT_STACK_H

#include <stdbool.h>
#include <stdint.h>

#define RT_STACK_SPAN (64u << 20)       /* farther apart: another stack (see rt_tls.span) */
#define RT_STACK_FREE (64u << 10)       /* bytes of frames until the stack's size is asked for */

/* Where the first thread's stack ends; 0: unknown. */
uint64_t rt_stack_end(void);
/* The address that a quarter of sp's stack lies below; 0: unknown.  used_to:
 * an older frame of that stack.  System calls. */
uint64_t rt_stack_floor(uint64_t sp, uint64_t used_to);
/* The mapping that the address lies in; false: not to be had.  System calls. */
bool rt_stack_mapping(uint64_t address, uint64_t *from, uint64_t *to);
/* Does a handler run on a stack of its own? */
bool rt_on_signal_stack(void);

#endif
