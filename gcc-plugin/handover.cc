/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Most clones of callees need not ask: their calls end before long, or run in a loop, which asks.
 * Not so a recursion that is no target, by whatever ways its calls come back, nor what a
 * library calls as often as it likes, as `qsort' does its comparison: the loop is not ours there.
 * Such a clone asks where it begins, and goes on in the original. */
#include "handover.h"
#include "callees.h"
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

void
keep_handover (cgraph_node *n, gimple *call)
{
  cgraph_edge *e = n->get_edge (call);
  e->call_stmt_cannot_inline_p = true;
  e->inline_failed = CIF_UNSPECIFIED;
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

/* Who calls whom; NULL is all that is not seen. */
typedef std::map<cgraph_node *, std::set<cgraph_node *>> call_map;

static void
add_call (call_map *calls, call_map *callers, cgraph_node *from, cgraph_node *to)
{
  (*calls)[from].insert (to);
  (*callers)[to].insert (from);
}

static void
add_calls_of (cgraph_node *n, call_map *calls, call_map *callers)
{
  basic_block bb;
  if (is_reached_unseen (n))
    add_call (calls, callers, NULL, n);
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (n->decl))
    for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
      if (gcall *call = dyn_cast<gcall *> (gsi_stmt (g)))
        if (!gimple_call_internal_p (call))
          {
            tree fndecl = gimple_call_fndecl (call);
            cgraph_node *callee = fndecl ? cgraph_node::get (fndecl) : NULL;
            callee = callee ? certain_callee (callee) : NULL;
            if (callee || !fndecl || !never_calls_back (fndecl))
              add_call (calls, callers, n, callee);
          }
}

/* Take away, again and again, what has nothing of `ahead' any more. */
static void
peel (call_map *ahead, call_map *behind, const std::vector<cgraph_node *> &all)
{
  std::vector<cgraph_node *> bare;
  for (cgraph_node *n : all)
    if ((*ahead)[n].empty ())
      bare.push_back (n);
  while (!bare.empty ())
    {
      cgraph_node *n = bare.back ();
      bare.pop_back ();
      for (cgraph_node *m : (*behind)[n])
        if ((*ahead)[m].erase (n) && (*ahead)[m].empty ())
          bare.push_back (m);
      (*behind)[n].clear ();
    }
}

/* Functions whose calls may come back to them (and some between such). */
static std::set<cgraph_node *> returning;

void
find_returning (const std::vector<cgraph_node *> &functions)
{
  call_map calls, callers;
  for (cgraph_node *n : functions)
    add_calls_of (n, &calls, &callers);
  std::vector<cgraph_node *> all = functions;
  all.push_back (NULL);
  peel (&calls, &callers, all);
  peel (&callers, &calls, all);
  for (cgraph_node *n : functions)
    if (!calls[n].empty () && !callers[n].empty ())
      returning.insert (n);
}

static bool
may_run_for_long (cgraph_node *n)
{
  return returning.count (n) || (is_reached_unseen (n) && looks_like_callback (n));
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
  keep_handover (clone, call);
  pop_cfun ();
}
