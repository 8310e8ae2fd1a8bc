/* SPDX-License-Identifier: GPL-3.0-or-later
 * The first look at markers in a control flow graph. */
#ifndef ALGOPROF_RESOLVE_MARKERS_H
#define ALGOPROF_RESOLVE_MARKERS_H

#include "compat/gcc-compat.h"

/* Place the ENTRY of loops that have none in the source's tree (goto and
   OpenMP loops, all loops of a function), refuse marks of what is no loop. */
void resolve_markers (function *);

/* At the unit's end: warn about functions whose loops are asked for and that have none. */
void report_functions_without_loop (void);

#endif
