/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who calls a target's function, where calling contexts were counted.
 */
#pragma once

#include <stdio.h>

#include "base/json.h"
#include "context/tree.h"
#include "target/dataset.h"

/* The calls of each function.  all: finished, and there as long as this.  NULL: no memory. */
struct caller_index;
struct caller_index *caller_index_make(const struct contexts *all);
void caller_index_free(struct caller_index *index);

/* [{"name": CALLER, "place": "FILE:LINE", "calls": N}...], most calls first, a few of them; [] if none is
 * known.  index NULL: there are none.  NULL: no memory. */
json_t *callers_json(const struct caller_index *index, const struct target *t);

/* The same as a line of text, "called by CALLER at FILE:LINE (N calls), ..."; nothing if none is known.  0 or -1 (no
 * memory). */
int callers_text(FILE *out, const struct caller_index *index, const struct target *t);
