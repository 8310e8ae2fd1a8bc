/* SPDX-License-Identifier: GPL-3.0-or-later
 * Loops that in-house mode profiles: where their executions begin and end. */
#ifndef ALGOPROF_INHOUSE_LOOPS_H
#define ALGOPROF_INHOUSE_LOOPS_H

#include "compat/gcc-compat.h"

/* Right after SSA form is built: OPEN and CLOSE around all loops, or those that are marked, and AT where control may
   come out of them by no edge that these can stand on.  Marks that are for in-house mode alone are gone then. */
void open_inhouse_loops (function *);

/* The function is none that loops can be profiled in: only the latter. */
void drop_inhouse_marks (function *);

#endif
