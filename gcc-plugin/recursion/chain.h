/* SPDX-License-Identifier: GPL-3.0-or-later
 * Recursions in the late pipeline: markers are lowered, the chain of calls is reported. */
#ifndef ALGOPROF_CHAIN_H
#define ALGOPROF_CHAIN_H

#include "compat/gcc-compat.h"

/* Is there a recursion's marker in the function? */
bool has_recursion_markers (function *);

/* In a traced version of a recursion's function: report its activations to the runtime.  To be done before lower_recursion_markers, and while calls of
   other traced versions can still be distinguished from others. */
void follow_chain (function *);

/* Where control goes on when a setjmp returns, again or for the first time. */
std::vector<edge> edges_behind_setjmp (function *);

/* In traced code: report to the runtime where control arrives that has left frames
   without returning from them. */
void report_landings (function *);

/* Lower what is left.  begin_flags: as for loops. */
void lower_recursion_markers (function *, unsigned begin_flags);

#endif
