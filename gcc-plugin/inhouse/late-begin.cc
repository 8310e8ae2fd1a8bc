/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An activation begins in the block that dominates all that need it and lies outside of loops.  A return that only others come
 * to is a brief one's.  One that both come to has to be nothing but a return: they end on the edges to it. */
#include "inhouse/late-begin.h"

#define MOST_ENDS 4             /* on edges, of those that have begun: each is code */

static std::set<basic_block>
reachable_from (basic_block from)
{
  std::set<basic_block> found;
  std::vector<basic_block> todo = { from };
  edge e;
  edge_iterator ei;
  while (!todo.empty ())
    {
      basic_block bb = todo.back ();
      todo.pop_back ();
      FOR_EACH_EDGE (e, ei, bb->succs)
        if (found.insert (e->dest).second)
          todo.push_back (e->dest);
    }
  return found;
}

static bool
is_only_return (basic_block bb)
{
  for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
    {
      gimple *s = gsi_stmt (g);
      if (gimple_code (s) != GIMPLE_RETURN && gimple_code (s) != GIMPLE_LABEL && !is_gimple_debug (s) && !gimple_clobber_p (s))
        return false;
    }
  return true;
}

/* Adds the ends on the edges to a return; false: some cannot have code, or these are too many. */
static bool
divide_edges (basic_block bb, late_begin *l)
{
  edge e;
  edge_iterator ei;
  if (!is_only_return (bb))
    return false;
  FOR_EACH_EDGE (e, ei, bb->preds)
    {
      if (e->flags & (EDGE_ABNORMAL | EDGE_EH))
        return false;
      bool begun = dominated_by_p (CDI_DOMINATORS, e->src, l->at);
      (begun ? l->begun : l->brief).push_back (e);
    }
  return l->begun.size () <= MOST_ENDS;
}

/* Blocks that are neither in a circle nor behind one. */
static std::set<basic_block>
blocks_before_circles (function *fun)
{
  std::set<basic_block> found;
  std::map<basic_block, unsigned> came;
  std::vector<basic_block> todo = { ENTRY_BLOCK_PTR_FOR_FN (fun) };
  edge e;
  edge_iterator ei;
  while (!todo.empty ())
    {
      basic_block bb = todo.back ();
      todo.pop_back ();
      found.insert (bb);
      FOR_EACH_EDGE (e, ei, bb->succs)
        if (++came[e->dest] == EDGE_COUNT (e->dest->preds))
          todo.push_back (e->dest);
    }
  return found;
}

/* Blocks ahead of the begin: none is in a circle, so that they take no time. */
static bool
is_short (function *fun, const std::set<basic_block> &behind, basic_block at, const std::set<basic_block> &before_circles)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (!behind.count (bb) && bb != at && !before_circles.count (bb))
      return false;
  return true;
}

late_begin
find_late_begin (function *fun, const std::set<basic_block> &needs, const std::vector<gimple *> &returns)
{
  const late_begin none = { NULL, false, {}, {}, {} };
  late_begin l = none;
  basic_block first = single_succ (ENTRY_BLOCK_PTR_FOR_FN (fun));
  for (basic_block bb : needs)
    l.at = l.at ? nearest_common_dominator (CDI_DOMINATORS, l.at, bb) : bb;
  std::set<basic_block> before_circles = blocks_before_circles (fun);
  while (l.at && l.at != first && !before_circles.count (l.at))
    l.at = get_immediate_dominator (CDI_DOMINATORS, l.at);
  if (l.at == first)
    return none;
  std::set<basic_block> behind;
  if (l.at)
    behind = reachable_from (l.at);
  if (!is_short (fun, behind, l.at, before_circles))
    return none;
  l.never = !l.at;
  std::set<basic_block> both;
  for (basic_block bb : behind)
    if (bb != EXIT_BLOCK_PTR_FOR_FN (fun) && !dominated_by_p (CDI_DOMINATORS, bb, l.at))
      both.insert (bb);
  for (gimple *r : returns)
    {
      basic_block bb = gimple_bb (r);
      if (bb != l.at && !behind.count (bb))
        l.brief_returns.push_back (r);
      else if (both.erase (bb) && !divide_edges (bb, &l))
        return none;
    }
  return both.empty () && (l.never || !l.brief.empty () || !l.brief_returns.empty ()) ? l : none;
}
