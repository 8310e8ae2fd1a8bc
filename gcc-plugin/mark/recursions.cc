/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which functions are recursions. */
#include "mark/recursions.h"
#include "mark/marker.h"
#include "mark/choose-targets.h"
#include "options.h"
#include "mark/call-graph.h"
#include "mark/why-refused.h"
#include "site/target-warnings.h"

/* Functions of components that `*' has taken a function of: numbers of declarations. */
static std::set<unsigned> taken_components;

/* Does a function's name as GCC knows constructors and destructors begin so?
   They are "__ct " and "__dt " of the common one, "__dt_del " of the deleting. */
static bool
has_internal_name (tree decl, const char *begin)
{
  return DECL_NAME (decl) && !strncmp (IDENTIFIER_POINTER (DECL_NAME (decl)), begin, strlen (begin));
}

/* Of a C++ destructor, the deleting one calls the complete one; and with
   -fdeclone-ctor-dtor complete and base ones call the common one.  All have the
   attributes, and one of them the body. */
bool
only_delegates (cgraph_node *n)
{
  tree decl = n->decl;
  if (!DECL_CXX_DESTRUCTOR_P (decl) && !DECL_CXX_CONSTRUCTOR_P (decl))
    return false;
  if (has_internal_name (decl, "__dt_del "))
    return true;
  if (has_internal_name (decl, "__ct ") || has_internal_name (decl, "__dt "))
    return false;
  for (cgraph_edge *e = n->callees; e; e = e->next_callee)
    if (DECL_CONTEXT (e->callee->decl) == DECL_CONTEXT (decl)
        && DECL_SOURCE_LOCATION (e->callee->decl) == DECL_SOURCE_LOCATION (decl)
        && (has_internal_name (e->callee->decl, "__ct ") || has_internal_name (e->callee->decl, "__dt ")))
      return true;
  return false;
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
  if (!w || !n || only_delegates (n) || (w->reason == RECURSION_OF_ALL && taken_components.count (DECL_UID (fun->decl))))
    return;
  node_set component = component_of (n);
  location_t where = DECL_SOURCE_LOCATION (fun->decl);
  if (component.empty ())
    if (const char *why = why_no_recursion (fun, n, *w))
      {
        if (*why)
          report_refused (where, why);
        return;
      }
  if (const char *why = why_not_split (n))
    {
      if (w->reason != RECURSION_OF_ALL || options.verbose)
        report_refused (where, why);
      return;
    }
  if (w->reason == RECURSION_OF_ALL)
    for (cgraph_node *m : component)
      taken_components.insert (DECL_UID (m->decl));
  take_as_recursion (fun, *w);
}
