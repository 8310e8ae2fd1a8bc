/* SPDX-License-Identifier: MIT
 * What the files of the subject share. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include "shim.h"
#include <stdio.h>
#include <stdlib.h>

extern const struct shim_site alpha, beta;
extern __thread struct algoprof_hot hot_alpha, hot_beta;
extern char area[1 << 22];
extern char *const *environment;
extern long argument[4];        /* behind the mode */

#define CHECK(what)                                             \
    do                                                          \
        if (!(what)) {                                          \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #what); \
            exit(1);                                            \
        }                                                       \
    while (0)

/* An instance that reads `cost` bytes from p in as many iterations. */
void instance(const struct shim_site *site, struct algoprof_hot *hot, const char *p, uint64_t cost);
/* n instances of alpha. */
void alphas(long n, uint64_t cost);

/* subject_scenes.c */
void mode_first_reads(void);
void mode_leaf(void);
void mode_nested(void);
void mode_models(void);
void mode_comparisons(void);
void mode_both(void);

/* subject_ranges.c */
void mode_ranges(long rounds);

/* subject_places.c; how: 0 to 4 */
void mode_shut_in(long how);

/* subject_threads.c */
void mode_shallow(void);
void mode_own_runs(void);

/* subject_processes.c */
void mode_fork(void);
void mode_clone(void);
void mode_spawn(void);
void mode_fork_threads(void);
void mode_exit_running(void);

/* subject_exits.c */
void mode_longjmp(void);
void mode_exit_inside(void);
void mode_abort(void);
void mode_killed_left(void);
void mode_endless(void);
void mode_signals(void);
void mode_siglongjmp(void);
void mode_jumps(void);

#endif
