/* SPDX-License-Identifier: GPL-3.0-or-later
 * Functions that have contexts are called by other names than their own (context/entries.h): which function such a name
 * means, and by which name it is called from traced code. */
#ifndef ALGOPROF_CONTEXT_ENTRY_NAMES_H
#define ALGOPROF_CONTEXT_ENTRY_NAMES_H

#include "insn/callee-of-call.h"

enum way_in
{
  WAY_OWN,                      /* the function's own name */
  WAY_SLOT, WAY_RECORD, WAY_CODE,
  WAY_OUTSIDE,                  /* a slot, to a function that may be another unit's */
  WAY_KEPT,                     /* the same, and the cursor is put back behind */
};

inline bool
is_way_outside (way_in way)
{
  return way == WAY_OUTSIDE || way == WAY_KEPT;
}

/* The labels of a function's entries, and of its mirror's. */
std::string way_in_label (tree fndecl, way_in);
std::string mirror_way_in_label (tree fndecl, way_in);
/* Does the label name a symbol of the module? */
bool is_way_in_public (tree fndecl);

/* decl is a name of the function. */
void note_way_in (tree decl, tree fndecl, way_in);
/* The callee's function takes the place of its name. */
way_in resolve_way_in (callee *);

/* Of functions that have contexts the label of what describes them; of others "". */
void note_context_label (tree fndecl, const std::string &callable);
std::string context_label (tree fndecl);

/* Code that takes a slot, and a function's address in call_register (), or its mirror's: its label, and
   whether it is wanted. */
std::string traced_outside_label (tree fndecl, way_in);
bool is_traced_outside (tree fndecl, way_in);

#endif
