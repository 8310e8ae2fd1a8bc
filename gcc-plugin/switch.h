/* SPDX-License-Identifier: GPL-3.0-or-later
 * The choice between a marked loop and its traced clone, and the counts. */
#ifndef ALGOPROF_SWITCH_H
#define ALGOPROF_SWITCH_H

#include "gcc-compat.h"

/* Lower every marker of cfun; in a traced clone of a function also trace its
   body.  Result: TODO flags for the pass manager. */
unsigned switch_marked_loops (function *);

#endif
