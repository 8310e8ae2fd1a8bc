/* SPDX-License-Identifier: MIT
 * Calls of library functions from traced code (libc/steps.c). */
#ifndef RT_STEPS_H
#define RT_STEPS_H

#include <stdbool.h>
#include <stdint.h>

struct rt_thread;
struct rt_registers;
struct algoprof_frame;

struct rt_call {
    const char *steps;          /* rt_abi.h */
    uint64_t low;               /* the lowest address that the caller's frame may use */
    uint64_t stack;             /* where the arguments on the stack begin, which identifies the call */
    struct rt_registers *registers;
    const void *own;            /* as rt_find_mirror has it */
};

/* The buffer is empty.  It is about to be called: the steps before that, and what those behind need is kept. */
void rt_steps_before(struct rt_thread *, const struct rt_call *);
/* It has returned.  false: what its steps need is not known any more. */
bool rt_steps_behind(struct rt_thread *, const struct rt_call *);
/* Those before a call, or behind it, of an activation of in-house mode; words: inhouse_abi.h.  The result is their
 * cost, in blocks. */
uint64_t rt_steps_told(struct algoprof_frame *, const char *steps, const uint64_t *words, bool behind, uint64_t result);
/* Of a call that has one step, a model. */
uint64_t rt_model_told(struct algoprof_frame *, unsigned op, uint64_t a, uint64_t b, uint64_t c);
/* The same, and quicker for the commonest ones (libc/inhouse_strings.c).  Keeps errno. */
uint64_t rt_strings_told(struct algoprof_frame *, unsigned op, uint64_t a, uint64_t b, uint64_t c);
/* What is kept of calls that have not returned. */
void rt_kept_release(struct rt_thread *);

#endif
