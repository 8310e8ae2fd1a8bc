/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     { int i; original; mirror }   becomes   { int i; original; { mirror } }
 *
 * The names of the outer scope stay visible in the inner one. */
#include "copy/debug-info.h"

/* Of the function that is being copied. */
static std::map<tree, tree> inner_scopes;

/* A scope that declares nothing would not reach the debugger: it has a constant
   that says where one is.  No code uses it. */
static tree
new_scope (tree around)
{
  tree mark = build_decl (DECL_SOURCE_LOCATION (current_function_decl), VAR_DECL,
                          get_identifier ("algoprof_traced"),
                          build_qualified_type (integer_type_node, TYPE_QUAL_CONST));
  DECL_CONTEXT (mark) = current_function_decl;
  DECL_ARTIFICIAL (mark) = 1;
  DECL_INITIAL (mark) = integer_one_node;
  TREE_READONLY (mark) = 1;
  tree scope = make_node (BLOCK);
  BLOCK_VARS (scope) = mark;
  BLOCK_SUPERCONTEXT (scope) = around;
  BLOCK_NUMBER (scope) = BLOCK_NUMBER (around) + 1;     /* how deep it is */
  BLOCK_CHAIN (scope) = BLOCK_SUBBLOCKS (around);
  BLOCK_SUBBLOCKS (around) = scope;
  TREE_USED (scope) = 1;
  return scope;
}

static location_t
moved (location_t where)
{
  tree block = LOCATION_BLOCK (where);
  if (!block || debug_info_level < DINFO_LEVEL_NORMAL)
    return where;
  tree &scope = inner_scopes[block];
  if (!scope)
    scope = new_scope (block);
  return set_block (where, scope);
}

/* Where a variable is behind the original does not hold where the mirror begins. */
void
begin_debug (const std::vector<rtx_insn *> &insns)
{
  std::set<tree> seen;
  inner_scopes.clear ();
  for (rtx_insn *insn : insns)
    if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_VAR_LOCATION
        && seen.insert (NOTE_VAR_LOCATION_DECL (insn)).second)
      {
        rtx_note *note = emit_note (NOTE_INSN_VAR_LOCATION);
        NOTE_VAR_LOCATION (note) = gen_rtx_VAR_LOCATION (VOIDmode, NOTE_VAR_LOCATION_DECL (insn), NULL_RTX,
                                                         VAR_INIT_STATUS_INITIALIZED);
      }
}

void
give_own_scope (rtx_insn *copy)
{
  INSN_LOCATION (copy) = moved (INSN_LOCATION (copy));
}

void
copy_debug_note (rtx_insn *insn)
{
  switch (NOTE_KIND (insn))
    {
    case NOTE_INSN_VAR_LOCATION:
      emit_note_copy (as_a<rtx_note *> (insn));
      break;
    case NOTE_INSN_BEGIN_STMT:
    case NOTE_INSN_INLINE_ENTRY:        /* that is the original's */
      NOTE_MARKER_LOCATION (emit_note (NOTE_INSN_BEGIN_STMT)) = moved (NOTE_MARKER_LOCATION (insn));
      break;
    default:
      break;
    }
}
