/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Most clones of callees need not ask: their calls end before long, or run in a loop, which asks.
 * Not so a recursion that is no target, by whatever ways its calls come back, nor what a
 * library calls as often as it likes, as `qsort' does its comparison: the loop is not ours there.
 * Such a clone asks where it begins, and goes on in the original. */
#include "handover.h"
#include "leave.h"
#include "recursion-calls.h"

/* Calls of no target: there is nothing to be done behind them. */
static const recursion no_target = {};

gimple *
hand_over (cgraph_node *to)
{
  basic_block first = split_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)));
  wrapper w = { no_target, {}, first, NULL_TREE };
  basic_block call = calling_block (&w, to, NULL_TREE, false);
  call->count = profile_count::zero ();
  append_handover (first, call);
  for (gimple_stmt_iterator g = gsi_start_bb (call);; gsi_next (&g))
    if (is_gimple_call (gsi_stmt (g)))
      return gsi_stmt (g);
}

/* Could a library's function call it back: (pointer, pointer, ...), as those of libc-models.def do? */
static bool
looks_like_callback (cgraph_node *n)
{
  unsigned parameters = 0, pointers = 0;
  for (tree p = DECL_ARGUMENTS (n->decl); p; p = DECL_CHAIN (p))
    {
      parameters++;
      pointers += POINTER_TYPE_P (TREE_TYPE (p));
    }
  tree result = TREE_TYPE (TREE_TYPE (n->decl));
  return (INTEGRAL_TYPE_P (result) && parameters >= 2 && parameters <= 3 && pointers == parameters)
         || (VOID_TYPE_P (result) && parameters == 3 && pointers == 1);
}

static bool
may_run_for_long (cgraph_node *n)
{
  bool unseen = n->address_taken || (n->externally_visible && !DECL_COMDAT (n->decl));
  return !component_of (n).empty () || (unseen && (looks_like_callback (n) || may_come_back (n)));
}

void
hand_over_callee (cgraph_node *original, cgraph_node *clone)
{
  if (stdarg_p (TREE_TYPE (original->decl)) || !certain_callee (original) || !may_run_for_long (original))
    return;
  push_cfun (DECL_STRUCT_FUNCTION (clone->decl));
  if (!cfun->eh)
    init_eh_for_function ();
  gimple *call = hand_over (original);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  cgraph_edge::rebuild_edges ();
  cgraph_edge *e = clone->get_edge (call);
  e->call_stmt_cannot_inline_p = true;
  e->inline_failed = CIF_UNSPECIFIED;
  pop_cfun ();
}
