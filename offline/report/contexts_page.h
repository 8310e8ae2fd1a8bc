/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contexts as the page draws them.
 */
#pragma once

#include "base/json.h"
#include "context/tree.h"

/* The tree in columns, each parent before its children: {"calls": N, "epsilon": E, "forgotten": N, "all": N, "least":
 * N, "names": [...], "places": [...], "parent": [...], "name": [...], "kind": [...], "place": [...], "count": [...],
 * "bound": [...], "below": [...]}; null if all is NULL.  parent: index, -1 of the top.  Contexts with less than
 * `least' calls below them are left out; there are `all' of them.  all: finished.  NULL: no memory. */
json_t *contexts_page(const struct contexts *all);
