/* SPDX-License-Identifier: GPL-3.0-or-later
 * Names by which functions are called with a slot, and what stands there. */
#ifndef ALGOPROF_ENTRIES_H
#define ALGOPROF_ENTRIES_H

#include "context/callables.h"

/* Of a function of this unit that nothing else can take the place of: where its record is looked up in the
   slot; where that is the caller's own; where nobody counts any more. */
tree entry_with_slot (tree fndecl);
tree entry_with_record (tree fndecl);
tree entry_of_code (tree fndecl, bool takes_record);

/* Of one that may be another unit's, or have no contexts: code of this unit that takes a slot and sets the cursor,
   unless the linker finds the function's own; kept: and puts the cursor back. */
tree entry_outside (tree fndecl, bool kept);

/* The function has contexts; seen: code elsewhere, or a pointer, may call it; leaf: callers that are compiled after it need
   no record of it. */
void note_entry (tree fndecl, bool seen, bool leaf);
/* Put before the code of cfun, as it is written. */
void put_entry (void);

/* Code of entry_outside, to the assembler's file. */
void write_entries (void);

#endif
