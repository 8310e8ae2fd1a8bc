/* SPDX-License-Identifier: GPL-3.0-or-later
 * Short loops of the original whose iterations have to be counted one by one. */
#ifndef ALGOPROF_UNROLL_H
#define ALGOPROF_UNROLL_H

#include "compat/gcc-compat.h"

/* The function has counters: unroll_counted_loops looks at it.  Until the function's
   last pass: PLUGIN_ALL_PASSES_END. */
void note_counters (function *);
void forget_counters (void *, void *);

/* Count once in several iterations where that saves much.  Late: GCC has done all
   that it does with the loops of cfun.  Result: TODO flags for the pass manager. */
unsigned unroll_counted_loops (function *);

#endif
