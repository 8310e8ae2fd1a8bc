/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions that marked loops call get mirrors. */
#ifndef ALGOPROF_CHOOSE_MIRRORS_H
#define ALGOPROF_CHOOSE_MIRRORS_H

#include "compat/gcc-compat.h"

/* At the end of GCC's small IPA passes: is there a target in this unit?  Nothing is marked
   later. */
void note_targets (void);

/* Can the unit have mirrors at all? */
bool may_have_mirrors (void);

/* Late in IPA, after inlining: want a mirror of each function of the unit that
   a marked loop can reach by direct calls. */
void choose_mirrors (void);

/* At the unit's end: write the table by which the runtime finds mirrors. */
void emit_mirror_table (void);

#endif
