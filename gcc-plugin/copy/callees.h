/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions that marked loops call get mirrors. */
#ifndef ALGOPROF_CALLEES_H
#define ALGOPROF_CALLEES_H

#include "compat/gcc-compat.h"

/* At the end of GCC's small IPA passes: is there a target in this unit?  Nothing is marked
   later. */
void note_targets (void);

/* Can the unit have mirrors at all? */
bool may_have_mirrors (void);

/* Late in IPA, after inlining: want a mirror of each function of the unit that
   a marked loop can reach by direct calls. */
void choose_mirrors (void);

/* Is FNDECL the traced version of a recursion's function? */
bool is_traced_version (tree fndecl);

/* Is it one of the definitions of a function of which the linker takes the first, and drops none? */
bool is_out_of_group (tree fndecl);

/* Make a copy of a function such a version. */
void dress_version (cgraph_node *original, cgraph_node *version);

/* At the unit's end: write the table by which the runtime finds mirrors. */
void emit_mirror_table (void);

#endif
