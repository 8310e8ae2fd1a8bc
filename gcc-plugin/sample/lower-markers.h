/* SPDX-License-Identifier: GPL-3.0-or-later
 * The question whether an execution of a marked loop is sampled, and the counts. */
#ifndef ALGOPROF_LOWER_MARKERS_H
#define ALGOPROF_LOWER_MARKERS_H

#include "compat/gcc-compat.h"

/* Lower every marker of cfun; in a recursion's traced version also report its calls to the runtime.
   Result: what the pass manager has to do. */
unsigned switch_marked_loops (function *);

#endif
