/* SPDX-License-Identifier: GPL-3.0-or-later
 * Marked loops that are entered at several places. */
#ifndef ALGOPROF_SEVERAL_ENTRIES_H
#define ALGOPROF_SEVERAL_ENTRIES_H

#include "compat/gcc-compat.h"
#include "mark/marker.h"

/* Has this target a BODY that control comes to by no ENTRY of it?  Needs dominators. */
bool is_entered_otherwise (const std::string &text, const std::vector<marker> &);

/* Mark where executions of such loops begin and end.  What is marked has no ENTRY any more.  Needs loop structures and
   dominators, and leaves them right. */
void mark_entered_loops (function *);

/* Does control come back to this BODY without leaving the loop, as natural loops and the marks of others tell it? */
bool goes_round (const marker &body, const std::vector<marker> &);

#endif
