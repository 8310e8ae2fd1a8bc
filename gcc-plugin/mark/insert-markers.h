/* SPDX-License-Identifier: GPL-3.0-or-later
 * Markers of a loop, put into the tree that the front end hands over. */
#ifndef ALGOPROF_INSERT_MARKERS_H
#define ALGOPROF_INSERT_MARKERS_H

#include "compat/gcc-compat.h"
#include "mark/list-statements.h"

/* ENTRY before the loop, BODY first in its body; of a label or an OpenMP loop a BODY alone.  text: of its site.  The slots
   of loops inside it are others then: those come first. */
void insert_markers (const item &, const std::string &text);

#endif
