/* SPDX-License-Identifier: MIT
 * What the files of the subject share. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include "shim.h"

extern const struct shim_site alpha, beta;
extern __thread struct algoprof_hot hot_alpha, hot_beta;
extern char area[1 << 22];

/* subject_scenes.c */
void mode_first_reads(void);
void mode_leaf(void);
void mode_nested(void);
void mode_models(void);
void mode_both(void);

/* subject_ranges.c */
void mode_ranges(long rounds);

/* subject_places.c; how: 0 to 4 */
void mode_shut_in(long how);


/* subject_threads.c */
void mode_shallow(void);

#endif
