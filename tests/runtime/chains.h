/* SPDX-License-Identifier: MIT
 * What the files of the program `chains` share. */
#ifndef CHAINS_H
#define CHAINS_H

#include "model.h"
#include "shim.h"

#define NOIPA __attribute__((noipa))

extern const struct shim_site site_f, site_g;
extern __thread struct algoprof_recursion rec_f, rec_g;
extern __thread struct model model_f, model_g;
extern long argument[4];

/* Makes the function's frame larger, and does not keep GCC from jumping out of it. */
#define FRAME(bytes)                        \
    do {                                    \
        char frame[bytes];                  \
        __asm__ volatile("" : "=m"(frame)); \
    } while (0)

/* A call of the marked function begins. */
SHIM_INLINE uint64_t chain_call(struct algoprof_recursion *r, uint64_t base)
{
    __asm__ volatile("addq $1, %0" : "+m"(r->hot.cost) : : "cc");
    return shim_chain_enter(r, base);
}

void fib(long n);
/* A call of g's, an instance unless one is open; calls f too. */
void call_pong(long n);
/* An outermost instance of f, with its model. */
void outermost(void (*f)(long), long n);
/* n levels; the innermost does as it is told. */
void descend(long n, void (*end)(void));
void on_large_stack(void *(*run)(void *));

/* chains_trees.c */
void mode_trees(void);

/* chains_exits.c */
void mode_stale(void);
void mode_cut(void);
void mode_thread_end(void);
void end_thread(void);          /* the instance of f is cut */
void mode_exit(void);
void mode_handler(void);
void mode_handler_inside(void);
void mode_handler_jumps(void);
void mode_signal_stack(void);
void mode_handler_lands(void);
void mode_input(void);
void mode_unseen(void);
void mode_killed_inside(void);

/* chains_forks.c */
void mode_fork(void);
void mode_clone(void);
void mode_fork_memory(void);
void mode_nested(void);
void mode_little_stack(void);

/* chains_steps.c */
void mode_steps(void);

#endif
