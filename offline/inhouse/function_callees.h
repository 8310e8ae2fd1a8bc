/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What functions called that is not compiled in in-house mode.
 */
#ifndef OFFLINE_FUNCTION_CALLEES_H
#define OFFLINE_FUNCTION_CALLEES_H

#include "inhouse/functions.h"

/* 0 or -1 (no memory). */
int function_callees_add(struct function *f, const char *name, uint64_t calls);
int function_callees_move(struct function *to, struct function *from);

/* One for each name, those of most calls first. */
void function_callees_sum_up(struct function *f);
void function_callees_free(struct function *f);

/* Of all functions, likewise; free () it, but not the names.  NULL: there are none, or no memory. */
struct function_callee *function_callees_of_all(const struct functions *all, size_t *n);

#endif
