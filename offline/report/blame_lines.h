/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Under which callers a target's instances grow differently.
 */
#ifndef OFFLINE_BLAME_LINES_H
#define OFFLINE_BLAME_LINES_H

#include "report/out.h"

/* "by caller  n^2 under A -> B: ...", a line for each group; nothing where no caller makes a difference.  0 or -1 (no
 * memory). */
int by_callers_text(FILE *out, const struct report *report, const struct target *t);

/* [{"callers": [{"name", "place"}...], "of", "instances", "fit"}...], the steepest first; callers: the innermost
 * first, none for all others.  NULL: no memory. */
json_t *by_callers_json(const struct report *report, const struct target *t);

#endif
