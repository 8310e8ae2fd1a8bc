/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions that marked loops call get mirrors. */
#ifndef ALGOPROF_CALLEES_H
#define ALGOPROF_CALLEES_H

#include "gcc-compat.h"

/* At the end of GCC's small IPA passes: is there a target in this unit?  Nothing is marked
   later. */
void note_targets (void);

/* Can the unit have clones at all? */
bool may_have_clones (void);

/* Late in IPA, after inlining: want a mirror of each function of the unit that
   a marked loop can reach by direct calls. */
void clone_callees (void);

/* Is FNDECL such a clone? */
bool is_traced_clone (tree fndecl);

/* Is it one of the definitions of a function of which the linker takes the first, and drops none? */
bool is_out_of_group (tree fndecl);

/* Can code that is not seen here call it: other units, or calls through its address? */
bool is_reached_unseen (cgraph_node *);

/* Make a copy of a function a traced clone. */
void dress_clone (cgraph_node *original, cgraph_node *clone);

/* The clone of FNDECL that may be called in its place, or NULL_TREE. */
tree traced_clone_of (tree fndecl);

/* At the unit's end: write the table by which the runtime finds clones. */
void emit_clone_table (void);

#endif
