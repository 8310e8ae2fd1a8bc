/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One table finds contexts, functions and places by what they are.
 */
#ifndef OFFLINE_CONTEXT_FIND_OR_ADD_H
#define OFFLINE_CONTEXT_FIND_OR_ADD_H

#include "context/tree.h"

/* Index of what is so, which is added if it is new; -1: no memory. */
int64_t table_context(struct contexts *all, const struct context *key);
int64_t table_function(struct contexts *all, const char *name, const char *file, uint32_t line, enum context_kind kind);
int64_t table_place(struct contexts *all, const char *file, uint32_t line, uint32_t nth);

/* So many contexts have the memory that logs of such a size may take. */
uint64_t table_most_contexts(const struct contexts *all);
/* Only the first n stay.  0 or -1 (no memory). */
int table_leave_contexts(struct contexts *all, size_t n);

#endif
