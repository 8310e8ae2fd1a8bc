/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions are recursions, and what hinders splitting one. */
#include "recursion.h"
#include "marker.h"
#include "marks.h"
#include "options.h"
#include "recursion-graph.h"
#include "report.h"

/* Components that `*' has taken a function of. */
static node_set taken_components;

/* Why the function cannot be split, or NULL. */
static const char *
why_not_split (cgraph_node *n)
{
  tree decl = n->decl;
  if (stdarg_p (TREE_TYPE (decl)))
    return "a function with a variable number of arguments cannot be split";
  if (lookup_attribute ("always_inline", DECL_ATTRIBUTES (decl)))
    return "an always_inline function cannot be split";
  for (const char *fixed : { "noclone", "noipa", "naked", "ifunc", "target_clones" })
    if (lookup_attribute (fixed, DECL_ATTRIBUTES (decl)))
      return "its attributes forbid copies of it";
  if (!tree_versionable_function_p (decl))
    return "GCC cannot copy this function";
  return NULL;
}

/* The marked function goes as a recursion: its loops, if they were meant
   otherwise, do not. */
static void
take_as_recursion (function *fun, const wanted_recursion &w)
{
  if (w.reason == RECURSION_OR_LOOPS)
    {
      std::set<std::string> loops = give_up_loops (fun->decl);
      std::vector<gimple *> gone;
      std::string text;
      basic_block bb;
      FOR_EACH_BB_FN (bb, fun)
        for (gimple_stmt_iterator g = gsi_start_bb (bb); !gsi_end_p (g); gsi_next (&g))
          if (is_loop_marker (marker_of (gsi_stmt (g), &text)) && loops.count (text))
            gone.push_back (gsi_stmt (g));
      for (gimple *g : gone)
        remove_marker (g);
    }
  gsi_insert_on_edge_immediate (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (fun)),
                                build_marker (DECL_SOURCE_LOCATION (fun->decl), MARK_CALL, w.text));
  keep_from_inlining (fun->decl);
}

void
resolve_recursion (function *fun)
{
  const wanted_recursion *w = find_wanted_recursion (fun->decl);
  cgraph_node *n = cgraph_node::get (fun->decl);
  if (!w || !n || (w->reason == RECURSION_OF_ALL && taken_components.count (n)))
    return;
  node_set component = component_of (n);
  location_t where = DECL_SOURCE_LOCATION (fun->decl);
  if (component.empty ())
    {
      if (w->reason != RECURSION_ASKED_FOR)
        return;
      if (!may_come_back (n))
        {
          report_refused (where, "this function does not call itself, directly or through others");
          return;
        }
    }
  if (const char *why = why_not_split (n))
    {
      if (w->reason != RECURSION_OF_ALL || options.verbose)
        report_refused (where, why);
      return;
    }
  if (w->reason == RECURSION_OF_ALL)
    taken_components.insert (component.begin (), component.end ());
  take_as_recursion (fun, *w);
}
