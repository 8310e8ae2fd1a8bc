/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Internal to the models: what they use of their machine, and their list.
 */
#ifndef TESTS_MACHINE_H
#define TESTS_MACHINE_H

#include "models.h"

/* Addresses are from 0 to MODEL_MEMORY - 1. */
void machine_read(struct machine *m, unsigned at, unsigned size);
void machine_write(struct machine *m, unsigned at, unsigned size);

#define ENTER(m) calls_enter(&(m)->calls)
#define LEAVE(m) calls_leave(&(m)->calls)

/* models_tame.c */
model_fn model_merge_sort, model_byte_sort, model_quicksort, model_tree_walk, model_full_tree,
    model_shape_walk, model_table_walk, model_quad_tree, model_list_walk, model_tree_insert,
    model_flood_fill, model_hall_fill, model_parser;

/* models_wild.c */
model_fn model_fib, model_hanoi, model_memo, model_matcher, model_cubic_matcher,
    model_flat_matcher, model_four_halves, model_queens, model_tours, model_edit_distance, model_ackermann2,
    model_ackermann3;

#endif
