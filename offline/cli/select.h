/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which targets a report shows, and in which order.
 */
#ifndef OFFLINE_SELECT_H
#define OFFLINE_SELECT_H

#include "report/out.h"

struct selection {
    const char **filter;        /* words: each must occur in a target's texts */
    size_t n_filter, cap_filter;
    const char *target;         /* a name, or FILE:LINE; NULL: all */
    const struct column *sort;  /* NULL: by rank */
    const struct function_column *function_sort;        /* likewise */
    bool reverse;
};

/* Does the target have that name, or is it at that FILE:LINE (FILE: the last
 * components of its path)? */
bool select_is(const struct target *t, const char *name);

/* Fills the report's shown and functions (free them), their numbers and totals from its set.  0 or -1 (no
 * memory). */
int select_targets(struct report *report, const struct selection *selection);

#endif
